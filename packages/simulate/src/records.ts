import type { AttemptStatus, IntentStatus, SessionStatus } from "@wonflow/core";
import { z } from "zod";

/** What the simulator reads of core's records, by kind. Core keeps its record types to itself, so they are checked here. */
const time = z.number().nullable();

function statusSchema<Status extends string>() {
  return z.custom<Status>((value) => typeof value === "string");
}

const intentSchema = z.object({
  intentKey: z.string(),
  orderId: z.string(),
  orderName: z.string(),
  sessionId: z.string(),
  status: statusSchema<IntentStatus>(),
  methods: z.array(z.object({ cardToken: z.string(), installmentPlanMonths: z.number() })),
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
  status: statusSchema<SessionStatus>(),
  expiresAt: z.number(),
});

const answerSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string() }) }),
]);

const attemptSchema = z.object({
  key: z.string(),
  kind: z.enum(["approval", "cancellation", "reversal"]),
  status: statusSchema<AttemptStatus>(),
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

export const intentRecord = { name: "intent", schema: intentSchema };
export const sessionRecord = { name: "session", schema: sessionSchema };
export const attemptRecord = { name: "attempt", schema: attemptSchema };
export const idempotencyRecord = { name: "idempotency", schema: idempotencySchema };
export const orderRecord = { name: "order", schema: orderSchema };
