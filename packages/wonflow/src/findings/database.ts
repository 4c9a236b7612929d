import { inspectDatabase, type DatabaseState } from "@wonflow/store-postgres";

import { systemClock } from "../system-clock.ts";
import { checkCitus, isToBeDistributed } from "./citus.ts";
import { look, told, well, wrong, type Finding } from "./finding.ts";
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
    return [told("database", error)];
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
