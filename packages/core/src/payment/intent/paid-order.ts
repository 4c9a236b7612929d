import { refuse } from "../../result.ts";
import type { Intent } from "./intent.ts";

/** Refuses a new payment of an order whose last payment was charged, or may still be. */
export function orderRefusal(current: Intent | undefined) {
  if (current === undefined) return undefined;
  if (current.openAttempt !== null) return refuse("FORBIDDEN_CONSECUTIVE_REQUEST");
  return current.approvedAt === null ? undefined : refuse("DUPLICATED_ORDER_ID");
}
