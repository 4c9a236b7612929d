import { z } from "zod";
import type { IndexedKind } from "../../engine/commit/record.ts";
import {
  answerSchema,
  attemptKindRecord,
  attemptKindSchema,
  openAttempt,
  openUnsent,
  tallied,
  type CallTime,
} from "../../engine/attempt/attempt.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { givenBackOutcomes } from "../../engine/attempt/evidence.ts";
import { cancellationRefusals } from "../../gateway/refusals.ts";
import { takenAllowanceSchema, type TakenAllowance } from "../../merchant/operator/cashier-allowance.ts";
import { routeFields, unnamedGateway, type Routes } from "../../engine/attempt/sending.ts";
import { approvalKey, cancellationKey } from "../intent/attempt-keys.ts";
import type { Intent } from "../intent/intent.ts";
import { taxFreeParts } from "../intent/approval-attempt.ts";
import { paymentIntentSchema } from "../intent/view.ts";

const cancellationSchema = attemptKindSchema("cancellation", {
  ...routeFields,
  intentKey: z.string(),
  /** Counts the cancellations of its payment, from 1. */
  number: z.number(),
  approvalKey: z.string(),
  /** Won. */
  amount: z.number(),
  /** The part of it beyond what remained of the method, in won: a chargeback takes it anyway. */
  excessAmount: z.number().default(0),
  /** The part of it without VAT, in won. */
  taxFreeAmount: z.number().default(0),
  reason: z.string(),
  /** The method to refund, from 0. */
  method: z.number(),
  /** The keys of all attempts of the request; the first one holds the answer. */
  group: z.array(z.string()),
  /** The allowance of the cashier who canceled; the amount is returned to it if the gateway refuses. */
  allowance: takenAllowanceSchema.optional(),
  /** When the gateway refunded it; null before, and if the refund is not booked. */
  canceledAt: z.number().nullable(),
  /** The gateway's reference of the cancellation, once known. */
  reference: z.string().nullable().default(null),
  /** The evidence, if the gateway refunded it without our call. */
  entered: z
    .looseObject({ outcome: z.enum(givenBackOutcomes), separate: z.boolean() })
    .nullable()
    .default(null),
  /** If a re-check has found a refused one at the gateway: when, and the entry that matches it, if any. */
  foundLate: z.looseObject({ at: z.number(), enteredAs: z.string().nullable() }).exactOptional(),
  refusal: z.enum(cancellationRefusals).nullable(),
  answer: answerSchema(paymentIntentSchema, [...cancellationRefusals, "FAILED_REFUND_PROCESS"]),
});

export type CancellationAttempt = z.output<typeof cancellationSchema>;

export const cancellationRecord: IndexedKind<CancellationAttempt> = tallied(
  attemptKindRecord(cancellationSchema),
  ({ canceledAt, amount }) =>
    canceledAt === null ? [] : [{ name: "canceled", day: dayInSeoul(canceledAt), amount, count: 1 }],
);

/** The first one holds the answer. */
export interface CancellationCalls {
  /** The payment before them. */
  readonly intent: Intent;
  readonly first: CancellationAttempt;
  readonly others: readonly CancellationAttempt[];
}

export interface WantedCancellation {
  readonly amount: number;
  readonly taxFreeAmount: number;
  readonly reason: string;
  readonly allowance?: TakenAllowance | undefined;
  readonly routes: Routes;
}

/** One method's part of a cancellation. */
interface CancellationPart {
  /** Counts the cancellations of the payment, from 1. */
  readonly number: number;
  /** From 0. */
  readonly method: number;
  /** Won. */
  readonly amount: number;
  readonly taxFreeAmount: number;
}

/** One part; with several methods, one for each that has something left. */
export function cancellationParts(
  { methods, cancellations, taxFreeAmount: ofPayment }: Intent,
  { amount, taxFreeAmount }: Pick<WantedCancellation, "amount" | "taxFreeAmount">,
): readonly CancellationPart[] {
  const whole = taxFreeParts(methods, ofPayment);
  const parts = methods.map((method, index) => {
    const left = methods.length === 1 ? amount : method.amount - method.canceledAmount;
    // A payment of several methods is refunded method by method, each with its own tax-free part.
    const taxFree = methods.length === 1 ? taxFreeAmount : (whole[index] ?? 0);
    return { method: index, amount: left, taxFreeAmount: taxFree };
  });
  return parts.filter((part) => part.amount > 0).map((part, index) => ({ number: cancellations + 1 + index, ...part }));
}

/** An attempt for each part. The first is sent at once. */
export function openCancellations(
  intent: Intent,
  { amount, taxFreeAmount, reason, allowance, routes }: WantedCancellation,
  time: CallTime,
): CancellationCalls {
  const { intentKey, approvalKey: approved, methods } = intent;
  if (approved === null) throw new Error(`intent ${intentKey} has no approval to cancel`);
  const numbered = cancellationParts(intent, { amount, taxFreeAmount }).map((part) => ({
    ...part,
    approvalKey: approvalKey(approved, part.method),
    ...routes.to(methods[part.method]?.gateway ?? unnamedGateway),
  }));
  const group = numbered.map(({ number }) => cancellationKey(approved, number));
  const [first, ...others] = numbered.map((part, index): CancellationAttempt => {
    const open = index === 0 ? openAttempt : openUnsent;
    const opened = open({ key: cancellationKey(approved, part.number), kind: "cancellation" }, time);
    const unknownYet = {
      excessAmount: 0,
      canceledAt: null,
      reference: null,
      entered: null,
      refusal: null,
      answer: null,
    };
    return { ...opened, intentKey, ...part, reason, group, ...(allowance && { allowance }), ...unknownYet };
  });
  if (first === undefined) throw new Error(`intent ${intentKey} has nothing left to refund`);
  return { intent, first, others };
}
