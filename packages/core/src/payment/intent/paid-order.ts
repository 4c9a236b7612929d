import { refuse } from "../../result.ts";
import type { Intent } from "./intent.ts";

/** Why an order takes no new payment; undefined where its last payment charged nothing, and can charge nothing. */
export function orderRefusal(current: Intent | undefined) {
  if (current === undefined) return undefined;
  if (current.openAttempt !== null) return refuse("FORBIDDEN_CONSECUTIVE_REQUEST");
  return current.approvedAt === null ? undefined : refuse("DUPLICATED_ORDER_ID");
}
