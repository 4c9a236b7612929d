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
 * Whether the time to confirm is over. No answer may report the payment as EXPIRED before that is committed: a confirm
 * that began in time and was paused since could still approve it. A payment with an attempt in progress never expires.
 */
export function isOverdue({ status, openAttempt, confirmBy }: Intent, now: number): boolean {
  return status === "IN_PROGRESS" && openAttempt === null && confirmBy !== null && now >= confirmBy;
}
