import { lostTriesContract, storeContract } from "@wonflow/testkit";
import { unreliableNetwork } from "@wonflow/testkit/postgres";
import { test } from "vitest";
import { citusUrl } from "../../test/citus-database.ts";
import { postgresStore } from "../postgres-store.ts";

if (citusUrl === undefined) {
  test.skip("the contract on Citus: WONFLOW_TEST_CITUS_URL names no coordinator's database", () => {});
} else {
  const url = citusUrl;

  storeContract("Citus", async () => {
    const store = await postgresStore({ url });
    return { store, close: () => store.close() };
  });

  lostTriesContract("Citus", async () => {
    const store = await postgresStore({ url });
    const network = await unreliableNetwork(url);
    const losing = await postgresStore({ url: network.url });
    const { hold, deliverHeld } = network;
    const close = async () => {
      await Promise.all([store.close(), losing.close()]);
      await network.close();
    };
    return { store, losing, hold, deliverHeld, close };
  });
}
