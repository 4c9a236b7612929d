import { z } from "zod";

import { nameUpTo } from "../readable-text.ts";
import { recordKind } from "../record.ts";

/** An order number made by the merchant (interface: Limits). */
export const orderIdSchema = z.string().regex(/^[A-Za-z0-9_-]{16,50}$/, "must be 16 to 50 letters, digits, - or _");

export const orderNameSchema = nameUpTo(100);

/**
 * An order: which intent is its live or last one. Whether it is paid, and whether an approval is
 * open for it, stands in that intent; whoever makes a new one reads both, so the order needs no
 * copy of it.
 */
export const orderRecord = recordKind("order", z.looseObject({ orderId: z.string(), intentKey: z.string() }));
