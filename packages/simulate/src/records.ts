import type { AttemptStatus, IntentStatus, RecordKey, SessionStatus } from "@wonflow/core";
import { z } from "zod";

/** What the simulator reads of core's records, by kind. Core keeps its record types to itself, so they are checked here. */
const time = z.number().nullable();

const intentSchema = z.object({
  intentKey: z.string(),
  orderId: z.string(),
  orderName: z.string(),
  sessionId: z.string(),
  status: z.custom<IntentStatus>((value) => typeof value === "string"),
  totalAmount: z.number(),
  canceledAmount: z.number(),
  confirmBy: time,
  approvedAt: time,
  feeRate: z.string().nullable(),
  approvalKey: z.string().nullable(),
  openAttempt: z.string().nullable(),
  settlementId: z.string().nullable(),
});

const sessionSchema = z.object({
  id: z.string(),
  intentKey: z.string(),
  status: z.custom<SessionStatus>((value) => typeof value === "string"),
  expiresAt: z.number(),
});

const answerSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string() }) }),
]);

const attemptSchema = z.object({
  key: z.string(),
  kind: z.enum(["approval", "cancellation", "reversal"]),
  status: z.custom<AttemptStatus>((value) => typeof value === "string"),
  intentKey: z.string(),
  approvalKey: z.string(),
  amount: z.number(),
  lookUps: z.number(),
  reason: z.string().nullable(),
  answer: answerSchema.nullable(),
});

const idempotencySchema = z.object({
  /** Empty for a request that was forgotten. */
  fingerprint: z.string(),
  attempt: z.string().nullable(),
  answer: z.string().nullable(),
  forgetAt: z.number(),
});

const orderSchema = z.object({ orderId: z.string(), intentKey: z.string() });

export type IntentRecord = z.output<typeof intentSchema>;
export type SessionRecord = z.output<typeof sessionSchema>;
export type AttemptRecord = z.output<typeof attemptSchema>;
export type IdempotencyRecord = z.output<typeof idempotencySchema>;
export type OrderRecord = z.output<typeof orderSchema>;

export const recordSchemas = {
  intent: intentSchema,
  session: sessionSchema,
  attempt: attemptSchema,
  idempotency: idempotencySchema,
  order: orderSchema,
} as const;

/** The payments that records belong to, as far as their keys or bodies name them. */
export function paymentsNamed(key: RecordKey, body?: unknown): readonly string[] {
  if (key.kind === "intent") return [key.id];
  if (key.kind === "attempt") return key.id.split(".").slice(1, 2);
  if (key.kind !== "session") return [];
  const session = sessionSchema.safeParse(body);
  return session.success ? [session.data.intentKey] : [];
}
