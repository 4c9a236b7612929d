import { WrongSecret, type Payments } from "@wonflow/core";
import { keptSecret, type Environment } from "../settings/environment.ts";
import { SettingError } from "../settings/setting-error.ts";
import type { DevelopmentClock } from "../clock/development-clock.ts";

export async function checkSecret(payments: Payments, environment: Environment): Promise<void> {
  try {
    await payments.secret.check();
  } catch (error) {
    if (!(error instanceof WrongSecret)) throw error;
    throw wrongSecret(environment, error);
  }
}

export function wrongSecret(environment: Environment, cause?: unknown): SettingError {
  const isKept = environment.secrets.length === 0;
  const name = isKept ? `The secret in ${keptSecret(environment)}` : "WONFLOW_SECRET";
  const accept = `${isKept ? "WONFLOW_MODE=development " : ""}wonflow secret accept`;
  return new SettingError(
    `${name} is not the secret that this database was set up with: set WONFLOW_SECRET to that one, ` +
      `after the new one and a comma during a rotation; if it is lost, run ${accept}`,
    { cause },
  );
}

/** Real payments are dated by real time. Throws a `SettingError` if the clock was moved ahead. */
export function checkClock({ mode }: Environment, clock: DevelopmentClock): void {
  if (mode === "development" || !clock.isAhead()) return;
  throw new SettingError(
    "The clock of this database was moved in development, and what is in it is dated by that: use another database",
  );
}
