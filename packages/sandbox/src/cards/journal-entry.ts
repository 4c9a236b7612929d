import { approvalRefusals, cancellationRefusals, parseTenantId, reversalRefusals, type TenantId } from "@wonflow/core";
import { z } from "zod";
import { JournalError, type JournalLine } from "../journal/journal.ts";

const tenant = z.custom<TenantId>(
  (value) => typeof value === "string" && (value === "platform" || parseTenantId(value) !== undefined),
  "not a tenant",
);
const won = z.int().min(1);
const call = { tenant, key: z.string().min(1), at: z.int() };

/** One call that the network decided, with what was asked and whether it was refused. What the journal holds. */
export type JournalEntry = z.infer<typeof entrySchema>;
export type ApprovalEntry = Extract<JournalEntry, { op: "approve" }>;
export type CancellationEntry = Extract<JournalEntry, { op: "cancel" }>;
export type ReversalEntry = Extract<JournalEntry, { op: "reverse" }>;

const entrySchema = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("approve"),
    ...call,
    refused: z.enum(approvalRefusals).nullable(),
    cardToken: z.string(),
    amount: won,
    installmentPlanMonths: z.int().min(0),
    orderName: z.string(),
    approvalNumber: z.string(),
  }),
  z.object({
    op: z.literal("cancel"),
    ...call,
    refused: z.enum(cancellationRefusals).nullable(),
    approvalKey: z.string(),
    amount: won,
  }),
  z.object({
    op: z.literal("reverse"),
    ...call,
    refused: z.enum(reversalRefusals).nullable(),
    approvalKey: z.string(),
  }),
]);

/** Reads a recorded line; throws a {@link JournalError} that names its place when it is not an entry. */
export function readJournalEntry(line: JournalLine): JournalEntry {
  const read = entrySchema.safeParse(line.value);
  if (read.success) return read.data;
  throw new JournalError(
    `${line.where}: this entry was not written by the sandbox card network: ${z.prettifyError(read.error)}`,
  );
}
