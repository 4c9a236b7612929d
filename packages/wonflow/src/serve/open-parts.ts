import { postgresStore, type PostgresStore } from "@wonflow/store-postgres";
import { createPayments } from "../create-payments.ts";
import { developmentClock, type DevelopmentClock } from "../clock/development-clock.ts";
import { databaseOf, type Environment, keptSecret } from "../settings/environment.ts";
import { rm } from "node:fs/promises";
import type { Payments, Clock } from "@wonflow/core";
import { readOrCreateSecret } from "../settings/secret-setting.ts";
import { SettingError } from "../settings/setting-error.ts";
import type { SandboxGateway, SandboxPayoutBank } from "@wonflow/sandbox";
import { sandboxGateway, sandboxPayoutBank } from "../sandbox.ts";

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

export type Secrets = readonly [string, ...string[]];

/** Reads the secrets of the environment; in development without one, the secret that is made once and kept beside the data. */
async function readSecrets(environment: Environment): Promise<{ secrets: Secrets; isNew: boolean }> {
  const { mode, dataDir } = environment;
  const [first, ...older] = environment.secrets;
  if (first !== undefined) return { secrets: [first, ...older], isNew: false };
  if (mode === "production") throw new SettingError("WONFLOW_SECRET must be set in production");
  const { secret, isNew } = await readOrCreateSecret(dataDir).catch((error: unknown) => {
    throw folderError(error, dataDir);
  });
  return { secrets: [secret], isNew };
}

/** If the database was set up with another secret, removes the new one and throws a `SettingError`. */
async function keepIfFirst(environment: Environment, { secret }: Payments): Promise<void> {
  if (await secret.isRight()) return;
  await rm(keptSecret(environment));
  throw new SettingError(
    "The database was set up with a secret that is not in the settings: set WONFLOW_SECRET to that one; " +
      "if it is lost, run WONFLOW_SECRET=… wonflow secret accept with a new one",
  );
}

export interface Sandbox {
  readonly gateway: SandboxGateway;
  readonly bank: SandboxPayoutBank;
  readonly close: () => Promise<unknown>;
}

/**
 * Opens the sandbox on the record beside the store: in the same database, or in the data folder. With an address its
 * gateway has a window.
 */
export async function openSandbox(
  { dataDir, databaseUrl }: Environment,
  clock: Clock,
  windowUrl?: () => string,
): Promise<Sandbox> {
  const place = { clock, dataDir, url: databaseUrl };
  let gateway: SandboxGateway | undefined;
  try {
    const cards = await sandboxGateway({ ...place, ...(windowUrl && { windowUrl }) });
    gateway = cards;
    const bank = await sandboxPayoutBank(place);
    return { gateway: cards, bank, close: () => Promise.all([cards.close(), bank.close()]) };
  } catch (error) {
    await gateway?.close();
    throw folderError(error, dataDir);
  }
}

/** A `SettingError` if the data folder can't be written, otherwise the error itself. */
function folderError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && "syscall" in error)) return error;
  return new SettingError(
    `The data folder ${dataDir} can't be written to (${error.message}): set WONFLOW_DATA to another one`,
    { cause: error },
  );
}
