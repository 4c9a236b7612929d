import { postgresStore, type PostgresStore } from "@wonflow/store-postgres";

import { createPayments } from "../create-payments.ts";
import { developmentClock, type DevelopmentClock } from "../clock/development-clock.ts";
import { databaseOf, type Environment } from "../settings/environment.ts";
import { keepIfFirst, readSecrets, type Secrets } from "./kept-secret.ts";

export interface OpenedParts {
  /** Resolves if the data folder is lost permanently; never on a server's database, which may come back. */
  readonly lost: Promise<Error>;
  readonly store: PostgresStore;
  readonly clock: DevelopmentClock;
  readonly secrets: Secrets;
}

/** Rejects with `SettingError`, `StoreUnavailable` or `DataFolderInUse`: a line that says what to do. */
export async function openParts(environment: Environment): Promise<OpenedParts> {
  const { secrets, isNew } = await readSecrets(environment);
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>();
  const store = await postgresStore({ ...databaseOf(environment), onLost });
  try {
    const clock = await developmentClock({ store });
    if (isNew) await keepIfFirst(environment, createPayments({ store, clock, gateways: {}, secret: secrets }));
    return { store, secrets, clock, lost };
  } catch (error) {
    await store.close();
    throw error;
  }
}
