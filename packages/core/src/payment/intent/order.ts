import { z } from "zod";
import { refuse } from "../../result.ts";
import type { Intent } from "./intent.ts";
import { nameUpTo } from "../../engine/text/readable-text.ts";
import { recordKind } from "../../engine/commit/record.ts";

/** The merchant's order number (interface: Limits). */
export const orderIdSchema = z.string().regex(/^[A-Za-z0-9_-]{16,50}$/, "must be 16 to 50 letters, digits, - or _");

export const orderNameSchema = nameUpTo(100);

/**
 * Names the order's live or last intent. That intent alone says whether the order is paid or has an open approval: a
 * decision about the order reads both.
 */
export const orderRecord = recordKind("order", z.looseObject({ orderId: z.string(), intentKey: z.string() }));

/** Refuses a new payment of an order whose last payment was charged, or may still be. */
export function orderRefusal(current: Intent | undefined) {
  if (current === undefined) return undefined;
  if (current.openAttempt !== null) return refuse("FORBIDDEN_CONSECUTIVE_REQUEST");
  return current.approvedAt === null ? undefined : refuse("DUPLICATED_ORDER_ID");
}
