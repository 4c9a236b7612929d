import { setTimeout as pause } from "node:timers/promises";

import { noToll } from "../disturb.ts";
import type { Stage, Trouble } from "../round.ts";
import { runCommand, serviceSecret } from "../service-process.ts";

export const nextSecret = "the-secret-that-all-processes-have-after-rotation";

/** The secret is rotated under load, in the order of docs/operating.md; a process that skips a step must be refused. */
export function secretRotated(): Trouble {
  return async (stage) => {
    const { victims, acknowledged, ms } = stage;
    await pause(ms / 3);
    await mustBeRefused(stage, nextSecret);
    for (const secret of [`${serviceSecret},${nextSecret}`, `${nextSecret},${serviceSecret}`]) {
      for (const service of victims.services) await service.replace({ settings: { WONFLOW_SECRET: secret } });
      const before = acknowledged.counts.acknowledged;
      await pause(ms / 3);
      if (acknowledged.counts.acknowledged === before) {
        acknowledged.contradictions.push("no request succeeded after a step of the rotation");
      }
    }
    const { code, output } = await list(stage, nextSecret);
    if (code !== 0)
      acknowledged.contradictions.push(`the new secret alone is not enough after the rotation: ${output}`);
    return noToll();
  };
}

/** A command that reads the database with this secret. */
function list({ settings }: Stage, secret: string) {
  const listing = ["attempts", "list", "--mid", "1", "--mode", "test"];
  return runCommand(listing, { ...settings, WONFLOW_SECRET: secret });
}

/** A process must refuse to start with a secret that the database was not set up with. */
async function mustBeRefused({ settings, acknowledged }: Stage, secret: string): Promise<void> {
  const { code, output } = await runCommand(["serve"], { ...settings, WONFLOW_SECRET: secret });
  if (code === 1 && output.includes("is not the secret that this database was set up with")) return;
  acknowledged.contradictions.push(
    `a process with the new secret alone was not refused: it ended with ${code}, ${output}`,
  );
}
