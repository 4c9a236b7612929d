import { authenticationRefusals, type TokenRequest } from "@wonflow/core";
import { z } from "zod";
import { asked } from "../calls/journal-entry.ts";
import { findStorableCard } from "./refusals.ts";

export type LateCall = z.infer<typeof lateCallSchema>;

const ofApproval = { approvalKey: z.string(), approvalReference: z.string().nullable(), approvalAskedAt: z.number() };

/** A call in flight, as recorded. Its card is stored as the name of a test card and its last month only. */
export const lateCallSchema = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("approve"),
    ...asked,
    cardToken: z.string(),
    openingKey: z.string().nullable().default(null),
    amount: z.number(),
    taxFreeAmount: z.number(),
    installmentPlanMonths: z.number(),
    orderName: z.string(),
  }),
  z.object({
    op: z.literal("cancel"),
    ...asked,
    ...ofApproval,
    amount: z.number(),
    taxFreeAmount: z.number(),
    remainingAmount: z.number(),
    reason: z.string(),
  }),
  z.object({ op: z.literal("reverse"), ...asked, ...ofApproval, amount: z.number() }),
  z.object({
    op: z.literal("releaseToken"),
    ...asked,
    tokenKey: z.string(),
    tokenAskedAt: z.number(),
    token: z.string().nullable(),
    storedBy: z.enum(["authenticate", "issueToken"]),
  }),
  z.object({
    op: z.literal("issueToken"),
    ...asked,
    random: z.string(),
    card: z.union([
      z.enum(authenticationRefusals),
      z.object({ name: z.string(), expiryYear: z.string(), expiryMonth: z.string() }),
    ]),
  }),
]);

/** A request to store a card, without what may not be on record. */
export function lateTokenCall(
  { card, ...request }: TokenRequest,
  { now, random }: { readonly now: number; readonly random: string },
): LateCall {
  const { expiryYear, expiryMonth } = card;
  const known = findStorableCard(card, now);
  const recorded = typeof known === "string" ? known : { name: known.name, expiryYear, expiryMonth };
  return { op: "issueToken", ...request, random, card: recorded };
}
