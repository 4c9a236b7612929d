import { setTimeout as pause } from "node:timers/promises";

import { noToll } from "../disturb.ts";
import type { Stage, Trouble } from "../round.ts";
import { runCommand, serviceSecret } from "../service-process.ts";

export const nextSecret = "the-secret-that-all-processes-have-after-the-exchange";

/** The secret is exchanged under load, in the order of docs/operating.md; a process that skips a step must be refused. */
export function secretExchanged(): Trouble {
  return async (stage) => {
    const { victims, acknowledged, ms } = stage;
    await pause(ms / 3);
    await mustBeRefused(stage, nextSecret);
    for (const secret of [`${serviceSecret},${nextSecret}`, `${nextSecret},${serviceSecret}`]) {
      for (const service of victims.services) await service.replace({ settings: { WONFLOW_SECRET: secret } });
      const before = acknowledged.counts.acknowledged;
      await pause(ms / 3);
      if (acknowledged.counts.acknowledged === before) {
        acknowledged.contradictions.push("nothing was done after a step of the exchange");
      }
    }
    const { code, output } = await asks(stage, nextSecret);
    if (code !== 0) acknowledged.contradictions.push(`the new secret alone is not enough in the end: ${output}`);
    return noToll();
  };
}

/** A command that reads the database with this secret. */
function asks({ settings }: Stage, secret: string) {
  const listing = ["attempts", "list", "--mid", "1", "--mode", "test"];
  return runCommand(listing, { ...settings, WONFLOW_SECRET: secret });
}

/** A process with a secret that the database was not set up with reads nothing of it, and says so. */
async function mustBeRefused({ settings, acknowledged }: Stage, secret: string): Promise<void> {
  const { code, output } = await runCommand(["serve"], { ...settings, WONFLOW_SECRET: secret });
  if (code === 1 && output.includes("is not the secret that this database was set up with")) return;
  acknowledged.contradictions.push(
    `a process with the new secret alone was not refused: it ended with ${code}, ${output}`,
  );
}
