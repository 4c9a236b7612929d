import { lostTriesContract, storeContract } from "@wonflow/testkit";
import { unreliableNetwork } from "@wonflow/testkit/postgres";
import { newDatabase } from "../test/test-database.ts";
import { postgresStore } from "./postgres-store.ts";

async function opened(store: Awaited<ReturnType<typeof postgresStore>>) {
  return { store, close: () => store.close() };
}

storeContract("PGlite in memory", async () => opened(await postgresStore({ inMemory: true })));

storeContract("PostgreSQL server", async () => opened(await postgresStore({ url: await newDatabase(), poolSize: 20 })));

lostTriesContract("PostgreSQL server", async () => {
  const url = await newDatabase();
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
