import { businessTypes, maskedAccountSchema, payoutRefusals, registrationRefusals } from "@wonflow/core";
import { z } from "zod";
import { decided, entryReader, won } from "../calls/journal-entry.ts";
import { lateSchemas } from "../calls/late-calls.ts";

/** The entry of a decided call. */
export type CallEntry = z.infer<typeof callSchema>;
export type JournalEntry = z.infer<typeof entrySchema>;
export type RegistrationEntry = Extract<CallEntry, { op: "register" }>;
export type PayoutEntry = Extract<CallEntry, { op: "submit" }>;
export type LateCall = z.infer<typeof lateCallSchema>;

export type Step = z.infer<typeof step>;

/** In Seoul. */
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

const callSchema = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("register"),
    ...decided,
    refused: z.enum(registrationRefusals).nullable(),
    name: z.string(),
    businessType: z.enum(businessTypes),
    businessRegistrationNumber: z.string().nullable(),
    account: maskedAccountSchema,
    externalSellerId: z.string(),
    /** Until then the bank does not know the outcome. */
    knownFrom: moment,
  }),
  z.object({
    op: z.literal("submit"),
    ...decided,
    refused: z.enum(payoutRefusals).nullable(),
    payee,
    payoutDate: day,
    amount: won,
    /** The merchant's own account. */
    account: maskedAccountSchema.nullable(),
    /** The later steps of the payout, earliest first. They are fixed when it is accepted, so that no option changes them later. */
    course: z.array(step),
    knownFrom: moment,
    toldAmount: won,
  }),
]);

const late = { tenant: decided.tenant, key: z.string(), deadline: z.number() };

/** A call in flight, as recorded. */
const lateCallSchema = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("register"),
    ...late,
    random: z.string(),
    name: z.string(),
    businessType: z.enum(businessTypes),
    businessRegistrationNumber: z.string().nullable(),
    account: maskedAccountSchema,
  }),
  z.object({
    op: z.literal("submit"),
    ...late,
    payee,
    payoutDate: z.string(),
    amount: z.number(),
    account: maskedAccountSchema.exactOptional(),
  }),
]);

const entrySchema = z.discriminatedUnion("op", [callSchema, ...lateSchemas(callSchema, lateCallSchema)]);

export const readJournalEntry = entryReader(entrySchema, "the sandbox payout bank");
