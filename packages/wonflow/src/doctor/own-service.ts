import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { DataFolderInUse, inspectDatabase, postgresStore, type DatabaseState } from "@wonflow/store-postgres";
import { wrongSecret, checkClock } from "../serve/start-checks.ts";
import { systemClock, randomIds } from "../machine.ts";
import { createPayments } from "../create-payments.ts";
import { databaseOf, hasData, keptSecret, type Environment } from "../settings/environment.ts";
import { openParts, type OpenedParts } from "../serve/open-parts.ts";
import { checkCitus, checkMigrations, checkServer, opensUnchanged } from "../findings/database.ts";
import { look, wrongBecause, well, wrong, type Finding } from "../findings/finding.ts";
import { checkPayments, rightSecret } from "../findings/payments.ts";
import { checkSettings } from "../findings/settings.ts";

export async function checkOwnService(environment: Environment): Promise<readonly Finding[]> {
  return [...checkSettings(environment), ...(await checkDatabase(environment))];
}

/**
 * Checks the database of a program that embeds the service; `outside` has the findings of its address. The program has
 * settings of its own, so only the database and the secret are taken from the environment.
 */
export async function checkProgramsDatabase(
  environment: Environment,
  outside: readonly Finding[],
): Promise<readonly Finding[]> {
  const answers = outside.some(({ check, status }) => check === "service" && status === "ok");
  const found = await checkDatabase(environment);
  // Locked by the running program, as expected.
  const isOpen = answers && environment.databaseUrl === undefined && found.some(({ action }) => action === inUseAction);
  if (!isOpen) return found;
  return [well("database", `a running process has ${environment.dataDir} open; stop the program to look inside`)];
}

async function checkDatabase(environment: Environment): Promise<readonly Finding[]> {
  const { databaseUrl, dataDir } = environment;
  if (!hasData(environment)) {
    const found = `there is no data in ${resolve(dataDir)}`;
    const action =
      "set WONFLOW_DATA or DATABASE_URL, unless the service was never started; if it runs inside your program, give the address with --url too";
    return [look("database", found, action)];
  }
  const asked = systemClock.now();
  let state: DatabaseState;
  try {
    state = await inspectDatabase(databaseOf(environment));
  } catch (error) {
    return [error instanceof DataFolderInUse ? folderInUse(dataDir) : wrongBecause("database", error)];
  }
  const migrations = checkMigrations(state);
  const found = [
    well("database", `${state.name}, PostgreSQL ${state.version}`),
    ...(databaseUrl === undefined ? [] : checkServer(state, { asked, answered: systemClock.now() })),
    migrations,
    ...checkCitus(state.citus),
  ];
  return opensUnchanged(state) ? [...found, ...(await checkInside(environment))] : found;
}

const inUseAction = "check that process by its address, wonflow doctor --url …, or stop it and check again";

function folderInUse(dataDir: string): Finding {
  return look("database", `${dataDir} belongs to a running process`, inUseAction);
}

/** Opens the store, which changes nothing: its tables are of this version. */
async function checkInside(environment: Environment): Promise<readonly Finding[]> {
  if (environment.secrets.length === 0 && !existsSync(keptSecret(environment))) {
    return [await missingSecret(environment)];
  }
  let parts: OpenedParts;
  try {
    parts = await openParts(environment);
  } catch (error) {
    return [wrongBecause("database", error)];
  }
  const { store, secrets, clock } = parts;
  try {
    const settings = { documentationKeys: environment.mode === "development" };
    const payments = createPayments({ store, clock, gateways: {}, secret: secrets, settings });
    const isRight = await payments.secret.isRight();
    return [
      isRight ? rightSecret : wrongBecause("secret", wrongSecret(environment)),
      ...checkMoved(environment, parts),
      // A folder that can be opened has no running process, so its work waits.
      ...(await checkPayments(payments, clock.now(), { work: environment.databaseUrl !== undefined })),
    ];
  } catch (error) {
    return [wrongBecause("database", error)];
  } finally {
    await store.close();
  }
}

async function missingSecret(environment: Environment): Promise<Finding> {
  const store = await postgresStore(databaseOf(environment));
  try {
    // A random secret passes only if the database never had one.
    const { secret } = createPayments({ store, gateways: {}, secret: randomIds.random(43) });
    if (await secret.isRight()) {
      const action = `set WONFLOW_SECRET, or let wonflow dev create one in ${environment.dataDir}`;
      return look("secret", "there is none yet", action);
    }
    const found = "the database was set up with one, which is not in the settings";
    return wrong("secret", found, "set WONFLOW_SECRET to that one");
  } finally {
    await store.close();
  }
}

function checkMoved(environment: Environment, { clock }: OpenedParts): readonly Finding[] {
  try {
    checkClock(environment, clock);
  } catch (error) {
    return [wrongBecause("development clock", error)];
  }
  return clock.isAhead()
    ? [well("development clock", `it was moved, and shows ${new Date(clock.now()).toISOString()}`)]
    : [];
}
