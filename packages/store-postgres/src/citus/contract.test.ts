import { lostTriesContract, storeContract } from "@wonflow/testkit";
import { unreliableNetwork } from "@wonflow/testkit/postgres";
import { expect, test } from "vitest";
import { citusUrl, newCitusDatabase } from "../../test/citus-database.ts";
import { inspectDatabase } from "../inspect.ts";
import { postgresStore } from "../postgres-store.ts";

test.skipIf(citusUrl === undefined)(
  "WONFLOW_TEST_CITUS_URL names a database of Citus; without it nothing here runs",
  async () => {
    expect((await inspectDatabase({ url: citusUrl ?? "" })).citus?.workers).toBeGreaterThan(0);
  },
);

if (citusUrl !== undefined) {
  const given = citusUrl;

  storeContract("Citus", async () => {
    const { url } = await newCitusDatabase(given);
    const store = await postgresStore({ url });
    return { store, close: () => store.close() };
  });

  lostTriesContract("Citus", async () => {
    const { url } = await newCitusDatabase(given);
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
