import type { Settings } from "../settings.ts";
import type { Intent, IntentStatus } from "./intent.ts";

/**
 * Until when a payment that is authenticated at `now` can be confirmed: ten minutes, unless the host's
 * `settings.confirmWindowMs` says otherwise. Milliseconds since 1970.
 */
export function confirmByFrom(now: number, { confirmWindowMs }: Pick<Settings, "confirmWindowMs">): number {
  return now + confirmWindowMs;
}

/**
 * The status at a moment: a payment expires on time, even before the work that records it has run. A payment with an
 * attempt under way never expires.
 */
export function intentStatusAt(intent: Intent, now: number): IntentStatus {
  const over =
    intent.status === "IN_PROGRESS" &&
    intent.openAttempt === null &&
    intent.confirmBy !== null &&
    now >= intent.confirmBy;
  return over ? "EXPIRED" : intent.status;
}
