import type { Settings } from "../../settings.ts";
import type { Intent } from "../intent/intent.ts";

/**
 * Until when a payment that is authenticated at `now` can be confirmed: ten minutes, unless the host's
 * `settings.confirmWindowMs` says otherwise. Milliseconds since 1970.
 */
export function confirmByFrom(now: number, { confirmWindowMs }: Pick<Settings, "confirmWindowMs">): number {
  return now + confirmWindowMs;
}

/**
 * Whether the time to confirm is over: the payment is to be EXPIRED, and nothing else may be told of it until that is
 * committed. A confirm that began in time and stood still since would otherwise approve what was told to be over. A
 * payment with an attempt under way never expires.
 */
export function isOverdue({ status, openAttempt, confirmBy }: Intent, now: number): boolean {
  return status === "IN_PROGRESS" && openAttempt === null && confirmBy !== null && now >= confirmBy;
}
