import { businessTypes, maskedAccountSchema, payoutRefusals, registrationRefusals } from "@wonflow/core";
import { z } from "zod";
import { decided, entryReader, won } from "../calls/journal-entry.ts";

/** One call that the bank decided, with what was asked and what becomes of it. What the journal holds. */
export type JournalEntry = z.infer<typeof entrySchema>;
export type RegistrationEntry = Extract<JournalEntry, { op: "register" }>;
export type PayoutEntry = Extract<JournalEntry, { op: "submit" }>;

/** A payout's status from a time on. */
export type Step = z.infer<typeof step>;

/** A day in Seoul. */
export const day = z.iso.date();

const moment = z.int();

const step = z.object({
  status: z.enum(["PAID", "FAILED", "CANCELED", "RETURNED"]),
  at: moment,
  reason: z.enum(payoutRefusals).nullable(),
});

const payee = z.discriminatedUnion("type", [
  z.object({ type: z.literal("SELLER"), externalSellerId: z.string() }),
  z.object({ type: z.literal("MERCHANT") }),
]);

const entrySchema = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("register"),
    ...decided,
    refused: z.enum(registrationRefusals).nullable(),
    name: z.string(),
    businessType: z.enum(businessTypes),
    businessRegistrationNumber: z.string().nullable(),
    account: maskedAccountSchema,
    externalSellerId: z.string(),
    /** Before, the bank does not say what became of it. */
    knownFrom: moment,
  }),
  z.object({
    op: z.literal("submit"),
    ...decided,
    refused: z.enum(payoutRefusals).nullable(),
    payee,
    payoutDate: day,
    amount: won,
    /** The merchant's own. */
    account: maskedAccountSchema.nullable(),
    /** What becomes of it, in the order of time: decided when it is accepted, so that no option changes it later. */
    course: z.array(step),
    knownFrom: moment,
    toldAmount: won,
  }),
]);

/** Reads a recorded line; throws a JournalError that names its place when it is not an entry. */
export const readJournalEntry = entryReader(entrySchema, "the sandbox payout bank");
