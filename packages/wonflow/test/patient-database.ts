import { isStoreUnavailable } from "@wonflow/core";
import { databaseJournal, type Journal } from "@wonflow/sandbox";

import { postgresStore, type PostgresStore } from "../src/index.ts";

/** So often is asked again: each time the store itself has tried for some seconds. */
const mostTries = 30;

/** Asks again where the database did not answer in time, which is what a test sees of a machine that was held up. */
export async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isStoreUnavailable(error) || tries === mostTries) throw error;
    }
  }
}

function patient<Asked extends readonly unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) {
  return (...asked: Asked) => patiently(() => ask(...asked));
}

/** A server's store that waits for its database where a service would answer 503. A commit is repeated by its id: it is done once. */
export async function patientStore(url: string): Promise<PostgresStore> {
  const store = await patiently(() => postgresStore({ url }));
  return {
    ...store,
    read: patient(store.read),
    list: patient(store.list),
    commit: patient(store.commit),
    claimDue: patient(store.claimDue),
    listDue: patient(store.listDue),
    listEntries: patient(store.listEntries),
    sumPostings: patient(store.sumPostings),
  };
}

/** A sandbox's journal in a server's database, which waits for that in the same way. */
export function patientJournal(url: string, name: "cards" | "payouts"): Promise<Journal> {
  return patiently(() => databaseJournal({ url, name, answerTimeoutMs: 120_000 }));
}
