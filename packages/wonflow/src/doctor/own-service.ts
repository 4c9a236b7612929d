import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { dayInSeoul, type Payments } from "@wonflow/core";
import { DataFolderInUse, inspectDatabase, postgresStore, type DatabaseState } from "@wonflow/store-postgres";

import { wrongSecret } from "../serve/check-secret.ts";
import { systemClock } from "../clock.ts";
import { createPayments } from "../create-payments.ts";
import { databaseOf, hasData, keptSecret, warningsAbout, type Environment } from "../environment.ts";
import { randomIds } from "../ids.ts";
import { checkClock } from "../serve/check-clock.ts";
import { openParts, type OpenedParts } from "../serve/open-parts.ts";
import { duration, look, told, well, wrong, type Finding } from "./finding.ts";
import { checkSkew } from "./skew.ts";

/** A working process begins due work within moments. After this time none works, or the work fails. */
const overdueMs = 5 * 60 * 1000;

/** The service logs a warning this long before the calendar ends. */
const warnedMs = 60 * 24 * 60 * 60 * 1000;

const dayMs = 24 * 60 * 60 * 1000;

export async function checkOwnService(environment: Environment): Promise<readonly Finding[]> {
  const of = environment.databaseUrl === undefined ? `data in ${environment.dataDir}` : "a server's database";
  return [
    well("settings", `${environment.mode} mode, ${of}`),
    ...warningsAbout(environment).map((warning) => ({
      ...told("settings", new Error(warning)),
      status: "look" as const,
    })),
    checkTimeZone(systemClock.now()),
    ...(await checkDatabase(environment)),
  ];
}

/**
 * Checks the database of a program with the service inside, which answered `outside`. Its settings are the program's
 * own, so only its database and secret are taken from the environment.
 */
export async function checkProgramsDatabase(
  environment: Environment,
  outside: readonly Finding[],
): Promise<readonly Finding[]> {
  const answers = outside.some(({ check, status }) => check === "service" && status === "ok");
  const found = await checkDatabase(environment);
  // The folder of a program that runs is its own: so it should be.
  const isOpen = answers && environment.databaseUrl === undefined && found.some(({ action }) => action === inUseAction);
  if (!isOpen) return found;
  return [well("database", `a running process has ${environment.dataDir} open; stop the program to look inside`)];
}

/** Seoul's days count wherever the machine is. Wrong tables of time zones suggest a wrong time. */
function checkTimeZone(now: number): Finding {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const inSeoul = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Seoul" }).format(now);
  const day = dayInSeoul(now);
  if (inSeoul === day)
    return well("time zone", `${day} in Seoul, which dates payments; this machine is in ${timeZone}`);
  const found = `it is ${day} in Seoul, but ${inSeoul} by this machine`;
  return wrong("time zone", found, "update the machine's clock and tables of time zones");
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
    return [error instanceof DataFolderInUse ? folderInUse(dataDir) : told("database", error)];
  }
  const clocks = { of: "the database", asked, answered: systemClock.now() };
  const migrations = checkMigrations(state);
  const found = [
    well("database", `${state.name}, PostgreSQL ${state.version}`),
    ...(databaseUrl === undefined ? [] : [checkDurability(state), checkSkew("clock", { ...clocks, now: state.now })]),
    migrations,
  ];
  return migrations.status === "ok" ? [...found, ...(await checkInside(environment))] : found;
}

const inUseAction = "check that process by its address, wonflow doctor --url …, or stop it and check again";

function folderInUse(dataDir: string): Finding {
  return look("database", `${dataDir} belongs to a running process`, inUseAction);
}

function checkDurability({ unsafeSettings }: DatabaseState): Finding {
  if (unsafeSettings.length === 0) return well("durability", "commits are on the disk");
  const found = `${unsafeSettings.join(", ")}: answered payments can be lost`;
  return wrong("durability", found, "turn them on in the server's settings");
}

export function checkMigrations(state: Pick<DatabaseState, "migrations" | "unknownMigrations">): Finding {
  const { unknownMigrations, migrations } = state;
  const { done, pending } = migrations;
  if (unknownMigrations.length > 0) {
    const found = `a newer version has run ${unknownMigrations.join(", ")}`;
    return wrong("migrations", found, "run the newest version in use");
  }
  if (pending.length === 0) return well("migrations", `all ${done.length} are done`);
  if (done.length === 0)
    return look("migrations", "there are no tables yet", "run wonflow migrate, or start the service");
  const found = `${pending.join(", ")} ${pending.length === 1 ? "is" : "are"} pending`;
  return look("migrations", found, "make a backup, then run wonflow migrate, or start this version");
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
    return [told("database", error)];
  }
  const { store, secrets, clock } = parts;
  try {
    const payments = createPayments({ store, clock, cardNetworks: {}, secret: secrets });
    const isRight = await payments.secret.isRight();
    return [
      isRight ? well("secret", "it is the database's") : told("secret", wrongSecret(environment)),
      ...checkMoved(environment, parts),
      await checkCalendar(payments, clock.now()),
      // A folder that can be opened has no running process, so its work waits.
      ...(environment.databaseUrl === undefined ? [] : [await checkWork(payments, parts)]),
      ...(await checkBacklog(payments)),
      await checkWebhooks(payments),
    ];
  } catch (error) {
    return [told("database", error)];
  } finally {
    await store.close();
  }
}

async function missingSecret(environment: Environment): Promise<Finding> {
  const store = await postgresStore(databaseOf(environment));
  try {
    // A random secret is right only for a database that was set up with none.
    const { secret } = createPayments({ store, cardNetworks: {}, secret: randomIds.random(43) });
    if (await secret.isRight()) {
      const action = `set WONFLOW_SECRET, or let wonflow dev make one in ${environment.dataDir}`;
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
    return [told("development clock", error)];
  }
  return clock.isAhead()
    ? [well("development clock", `it was moved, and shows ${new Date(clock.now()).toISOString()}`)]
    : [];
}

async function checkCalendar(payments: Payments, now: number): Promise<Finding> {
  const { lastDay } = await payments.calendar.closedDays();
  const left = Date.parse(`${lastDay}T00:00:00+09:00`) + dayMs - now;
  const found = `bank holidays are known to ${lastDay}`;
  if (left >= warnedMs) return well("calendar", found);
  const action = "install a newer version, which knows more of them";
  return left > 0 ? look("calendar", found, action) : wrong("calendar", `${found}: nothing is settled`, action);
}

async function checkWork({ work }: Payments, { store, clock }: OpenedParts): Promise<Finding> {
  const now = clock.now();
  const next = await Promise.all(
    work.kinds.map(async ({ kind }) => ({ kind, dueAt: (await store.listDue(kind, 1))[0]?.dueAt ?? now })),
  );
  const overdue = next.filter(({ dueAt }) => now - dueAt > overdueMs).toSorted((one, other) => one.dueAt - other.dueAt);
  const [oldest] = overdue;
  if (oldest === undefined) return well("work", "nothing is overdue");
  const found = `${overdue.map(({ kind }) => kind).join(", ")}: due, and not done for ${duration(now - oldest.dueAt)}`;
  const action = "run wonflow work or wonflow start; if one runs, its log says why work fails (work-failed)";
  return wrong("work", found, action);
}

const mostMerchants = 200;
const newestWebhooks = 50;

async function checkWebhooks({ merchants, webhooks }: Payments): Promise<Finding> {
  const listed = await merchants.list({ limit: mostMerchants });
  const exhausted: string[] = [];
  for (const { mId, mode } of listed.ok ? listed.value.items : []) {
    const deliveries = await webhooks.deliveries({ mId, mode }, { limit: newestWebhooks });
    const isExhausted = deliveries.ok && deliveries.value.items.some(({ status }) => status === "EXHAUSTED");
    if (isExhausted) exhausted.push(`${mId} in ${mode} mode`);
  }
  if (exhausted.length === 0) return well("webhooks", "none of the newest is exhausted");
  const found = `some are exhausted, of merchant ${exhausted.join(", ")}`;
  return look("webhooks", found, "wonflow webhooks list, then resend");
}

async function checkBacklog({ work }: Payments): Promise<readonly Finding[]> {
  const { live, test } = await work.backlog();
  const waiting = (check: string, counts: Readonly<Record<"live" | "test", number>>, none: string) => {
    if (counts.live + counts.test === 0) return well(check, none);
    const found = `${counts.live} of live and ${counts.test} of test mode wait for people`;
    return look(check, found, `wonflow ${check} list`);
  };
  const attempts = { live: live.attemptsFlagged, test: test.attemptsFlagged };
  const payouts = { live: live.payoutsToReview, test: test.payoutsToReview };
  return [
    waiting("attempts", attempts, "no call to a card network or bank waits for people"),
    waiting("payouts", payouts, "none waits for people"),
  ];
}
