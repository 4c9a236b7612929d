import { z } from "zod";

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
