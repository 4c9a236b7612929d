import { inspectDatabase, type DatabaseState, type CitusState } from "@wonflow/store-postgres";
import { systemClock } from "../machine.ts";
import { look, wrongBecause, well, wrong, type Finding } from "./finding.ts";
import { checkSkew } from "./skew.ts";

/** Checks a server's database, which the service itself is using. */
export async function checkServerInUse(url: string): Promise<readonly Finding[]> {
  const asked = systemClock.now();
  try {
    const state = await inspectDatabase({ url });
    return [
      well("database", `${state.name}, PostgreSQL ${state.version}`),
      ...checkServer(state, { asked, answered: systemClock.now() }),
      checkMigrations(state),
      ...checkCitus(state.citus),
    ];
  } catch (error) {
    return [wrongBecause("database", error)];
  }
}

export function checkServer(
  state: DatabaseState,
  times: { readonly asked: number; readonly answered: number },
): readonly Finding[] {
  return [
    checkDurability(state),
    checkSkew("clock", { of: "the database", ...times, now: state.now }),
    ...checkVersions(state),
  ];
}

function checkDurability({ unsafeSettings }: DatabaseState): Finding {
  if (unsafeSettings.length === 0) return well("durability", "commits are on the disk");
  const found = `${unsafeSettings.join(", ")}: answered payments can be lost`;
  return wrong("durability", found, "turn them on in the server's settings");
}

function checkVersions({ hasVersionsAhead }: DatabaseState): readonly Finding[] {
  if (!hasVersionsAhead) return [];
  const found = "records have versions beyond the next one, as after a dump was loaded: a change could be overwritten";
  return [
    wrong("versions", found, "stop the service, and set the numbers as docs/scaling.md says, Back to one server"),
  ];
}

/** Whether a store opens the database without migrating or distributing it. */
export function opensUnchanged(state: Pick<DatabaseState, "migrations" | "unknownMigrations" | "citus">): boolean {
  const { citus } = state;
  return checkMigrations(state).status === "ok" && (citus === undefined || !isToBeDistributed(citus));
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

/** Whether the next process that opens the database places the merchants on workers, or ends what one began. */
export function isToBeDistributed({ workers, isDistributed, platform }: CitusState): boolean {
  return isDistributed ? platform === "with merchants" : workers > 0;
}

/** The database's line at the start of the service. */
export function serverText(citus: CitusState | undefined): string {
  const isSpread = citus?.isDistributed === true;
  return `the database of DATABASE_URL${isSpread ? `, on ${citusText(citus)}` : ""}`;
}

/** Such as "2 workers of Citus 13.2-1". */
export function citusText({ workers, version }: CitusState): string {
  return `${workers} ${workers === 1 ? "worker" : "workers"} of Citus ${version}`;
}

/** No finding if the database has no Citus, or has it without workers. */
export function checkCitus(citus: CitusState | undefined): readonly Finding[] {
  if (citus === undefined || (citus.workers === 0 && !citus.isDistributed)) return [];
  if (isToBeDistributed(citus)) {
    const found = `the tables are not yet distributed over the ${citusText(citus)}`;
    return [look("citus", found, "stop the service, make a backup, then run wonflow migrate")];
  }
  const found = `merchants are stored on the ${citusText(citus)}`;
  if (citus.platform === "on the coordinator") return [well("citus", found)];
  const stops = `${found}; the API keys are stored on one of them: if it is down, every request fails`;
  return [look("citus", stops, "move them to the coordinator, see docs/scaling.md, section 5")];
}
