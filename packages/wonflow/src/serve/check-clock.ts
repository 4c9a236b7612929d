import type { DevelopmentClock } from "../clock/development-clock.ts";
import { type Environment } from "../settings/environment.ts";
import { SettingError } from "../settings/setting-error.ts";

/** Real payments are dated by real time. Throws a `SettingError` where the clock was moved ahead. */
export function checkClock({ mode }: Environment, clock: DevelopmentClock): void {
  if (mode === "development" || !clock.isAhead()) return;
  throw new SettingError(
    "The clock of this database was moved in development, and what is in it is dated by that: use another database",
  );
}
