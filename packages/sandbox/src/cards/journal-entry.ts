import {
  approvalRefusals,
  cancellationRefusals,
  releaseRefusals,
  reversalRefusals,
  authenticationRefusals,
  windowMethods,
  windowRefusals,
} from "@wonflow/core";
import { z } from "zod";
import { decided, entryReader, won } from "../calls/journal-entry.ts";
import { lateSchemas } from "../calls/late-calls.ts";
import { lateCallSchema } from "./late-call.ts";

/** The entry of a decided call. */
export type CallEntry = z.infer<typeof callSchema>;
export type JournalEntry = z.infer<typeof entrySchema>;
export type ApprovalEntry = Extract<CallEntry, { op: "approve" }>;
export type CancellationEntry = Extract<CallEntry, { op: "cancel" }>;
export type ReversalEntry = Extract<CallEntry, { op: "reverse" }>;
export type TokenEntry = Extract<CallEntry, { op: "issueToken" | "authenticate" }>;
export type OpeningEntry = Extract<CallEntry, { op: "begin" }>;
export type ChoiceEntry = Extract<CallEntry, { op: "choose" }>;
export type ReleaseEntry = Extract<CallEntry, { op: "releaseToken" }>;

/** An entry of an earlier version has none. */
const taxFreeAmount = z.number().default(0);

/** Of the card only the token is recorded, which names the test card. A check is recorded where it stores the card. */
const issuing = { op: z.enum(["issueToken", "authenticate"]), ...decided };

const callSchema = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("approve"),
    ...decided,
    refused: z.enum(approvalRefusals).nullable(),
    cardToken: z.string(),
    amount: won,
    taxFreeAmount,
    installmentPlanMonths: z.int().min(0),
    orderName: z.string(),
    approvalNumber: z.string(),
    /** The opening of the window that authenticated it; an entry of an earlier version has none. */
    openingKey: z.string().nullable().default(null),
  }),
  z.object({
    op: z.literal("cancel"),
    ...decided,
    refused: z.enum(cancellationRefusals).nullable(),
    approvalKey: z.string(),
    amount: won,
    taxFreeAmount,
    reason: z.string().default(""),
    /** An entry of an earlier version has none. */
    reference: z.string().nullable().default(null),
  }),
  z.object({
    op: z.literal("reverse"),
    ...decided,
    refused: z.enum(reversalRefusals).nullable(),
    approvalKey: z.string(),
  }),
  z.discriminatedUnion("refused", [
    z.object({ ...issuing, refused: z.null(), cardToken: z.string() }),
    z.object({ ...issuing, refused: z.enum(authenticationRefusals) }),
  ]),
  z.object({
    op: z.literal("begin"),
    ...decided,
    refused: z.null(),
    method: z.enum(windowMethods),
    amount: won,
    taxFreeAmount,
    orderName: z.string(),
    returnUrl: z.string(),
    until: z.number(),
    language: z.enum(["ko", "en"]),
  }),
  z.object({
    op: z.literal("choose"),
    ...decided,
    openingKey: z.string(),
    refused: z.enum(windowRefusals).nullable(),
    /** Stands for the test card behind the authentication. */
    reference: z.string().nullable(),
    /** From when on the gateway knows of it, in milliseconds since 1970. */
    knownAt: z.number(),
    discountAmount: z.number(),
    installmentPlanMonths: z.number(),
  }),
  z.object({
    op: z.literal("releaseToken"),
    ...decided,
    refused: z.enum(releaseRefusals).nullable(),
    tokenKey: z.string(),
  }),
]);

const entrySchema = z.discriminatedUnion("op", [callSchema, ...lateSchemas(callSchema, lateCallSchema)]);

export const readJournalEntry = entryReader(entrySchema, "the sandbox gateway");
