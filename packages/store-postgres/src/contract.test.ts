import { storeContract } from "@wonflow/testkit";
import { newDatabase } from "../test/test-database.ts";
import { postgresStore } from "./postgres-store.ts";

async function opened(store: Awaited<ReturnType<typeof postgresStore>>) {
  return { store, close: () => store.close() };
}

storeContract("PGlite in memory", async () => opened(await postgresStore({ inMemory: true })));

storeContract("PostgreSQL server", async () => opened(await postgresStore({ url: await newDatabase(), poolSize: 20 })));
