import { z } from "zod";

import { nameUpTo } from "../text/readable-text.ts";
import { recordKind } from "../commit/record.ts";
import { refuse } from "../result.ts";
import type { Intent } from "./intent.ts";

/** An order number made by the merchant (interface: Limits). */
export const orderIdSchema = z.string().regex(/^[A-Za-z0-9_-]{16,50}$/, "must be 16 to 50 letters, digits, - or _");

export const orderNameSchema = nameUpTo(100);

/**
 * An order: which intent is its live or last one. Whether it is paid, and whether an approval is
 * open for it, stands in that intent: a decision about the order reads both, so the order holds no copy.
 */
export const orderRecord = recordKind("order", z.looseObject({ orderId: z.string(), intentKey: z.string() }));

/**
 * Why an order takes no other payment than its live or last one; undefined where nothing was ever charged by that,
 * and nothing can be.
 */
export function orderRefusal(current: Intent | undefined) {
  if (current === undefined) return undefined;
  if (current.openAttempt !== null) return refuse("FORBIDDEN_CONSECUTIVE_REQUEST");
  return current.approvedAt === null ? undefined : refuse("DUPLICATED_ORDER_ID");
}
