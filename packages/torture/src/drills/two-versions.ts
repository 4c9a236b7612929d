import { setTimeout as pause } from "node:timers/promises";

import { administer } from "../databases.ts";
import { noToll } from "../disturb.ts";
import type { Trouble } from "../round.ts";
import { nextProgram, runCommand } from "../service-process.ts";

/** This version refuses the database of a later one, so its migration is removed from the list; its changes stay. */
export const removeNextVersion = (url: string) =>
  administer(url, "delete from wonflow.migrations where name = '9998-next-version'");

/**
 * The next version's migration runs under load, and its processes replace those of this version one by one, so that both
 * run at once. A process of this version that starts afterwards must be refused. The next version is this one with an
 * additional migration, as bundled by `packages/check/src/programs.ts`.
 */
export function twoVersions(): Trouble {
  return async ({ victims: { services }, settings, acknowledged, ms }) => {
    const { counts, contradictions } = acknowledged;
    await pause(ms / 4);
    const migrated = await runCommand(["migrate"], settings, nextProgram);
    if (migrated.code !== 0) contradictions.push(`the migration ended with ${migrated.code}: ${migrated.output}`);
    await mustContinue("after the migration");
    for (const service of services) {
      await service.replace({ program: nextProgram });
      await mustContinue("after a process was replaced");
    }
    const late = await runCommand(["serve"], settings);
    if (late.code !== 1 || !late.output.includes("set up by another version of Wonflow")) {
      contradictions.push(`a process of the earlier version was not refused: ${late.code}, ${late.output}`);
    }
    return noToll();

    async function mustContinue(when: string): Promise<void> {
      const before = counts.acknowledged;
      await pause(ms / 4);
      if (counts.acknowledged === before) contradictions.push(`no request succeeded ${when}`);
    }
  };
}
