import { loadOnce } from "../engine/commit/commit.ts";
import type { Context } from "../context.ts";
import type { Entry } from "../engine/posting/posting.ts";
import { ok, refuse } from "../result.ts";
import { tenantId, type Tenant } from "../engine/tenant/tenant.ts";
import {
  attemptEvents,
  happenedAt,
  happenedSince,
  mostOfATimeline,
  timelineOf,
  timelineTime,
  type Happened,
  deliveryEvents,
  deliveryRefs,
  ledgerEvents,
} from "../engine/timeline/timeline.ts";
import type { Delivery } from "../engine/outbox/delivery.ts";
import { payoutAttemptKey, payoutAttemptRecord, type PayoutAttempt } from "./payout-attempt.ts";
import { isPayoutId, payoutRecord, type Payout } from "./payout.ts";
import { payoutEvents } from "./webhook.ts";

export const payoutTimelineErrors = ["NOT_FOUND_PAYOUT"] as const;

/** The history of a payout from the records that there are. */
export async function payoutTimeline(context: Context, tenant: Tenant, payoutId: string) {
  if (!isPayoutId(payoutId)) return refuse("NOT_FOUND_PAYOUT");
  const found = await loadOnce(context, tenant, async (read) => {
    const [payout, attempt] = await read(
      payoutRecord.ref(payoutId),
      payoutAttemptRecord.ref(payoutAttemptKey(payoutId)),
    );
    if (payout === undefined) return undefined;
    const deliveries = await read(...deliveryRefs({ about: payoutId, told: payout.told }, payoutEvents));
    return { payout, attempt, deliveries };
  });
  if (found === undefined) return refuse("NOT_FOUND_PAYOUT");
  const { batchId, told } = found.payout;
  const [reserved, own] = await Promise.all(
    [batchId, payoutId].map((reference) => context.store.entries(tenantId(tenant), reference)),
  );
  const happened = payoutHistory({ ...found, reserved: reserved ?? [], own: own ?? [] });
  return ok(timelineOf(happened, { hasMore: told > mostOfATimeline }));
}

interface PayoutRecords {
  readonly payout: Payout;
  /** Undefined if it was not sent. */
  readonly attempt: PayoutAttempt | undefined;
  readonly deliveries: readonly (Delivery | undefined)[];
  /** The entry that reserved the money of the whole batch. */
  readonly reserved: readonly Entry[];
  readonly own: readonly Entry[];
}

/** The events of a payout. Events with equal time are ordered cause first. */
function payoutHistory({ payout, attempt, deliveries, reserved, own }: PayoutRecords): readonly Happened[] {
  const { requestedAt, submittedAt, refPayoutId, amount, payoutDate, destination, batchId } = payout;
  const to = destination.type === "SELLER" ? { sellerId: destination.sellerId } : {};
  const requested = { refPayoutId, amount, payoutDate, to: destination.type, ...to };
  return [
    happenedAt(requestedAt, "requested", requested),
    ...ledgerEvents(reserved).map((entry) => ({ ...entry, detail: { ...entry.detail, batchId } })),
    ...(submittedAt === null ? [] : [happenedAt(submittedAt, "submitted")]),
    ...(attempt === undefined ? [] : submissionEvents(payout, attempt)),
    ...outcomeEvents(payout),
    ...ledgerEvents(own),
    ...reviewEvents(payout, attempt),
    ...deliveryEvents(deliveries),
  ];
}

function submissionEvents({ paidAt, lastResultCheckedAt }: Payout, attempt: PayoutAttempt): readonly Happened[] {
  const lastCheckedAt = timelineTime(lastResultCheckedAt);
  return attemptEvents(attempt, {
    asked: { amount: attempt.amount },
    ended: { lastCheckedAt },
    endedAt: attempt.status === "DONE" ? paidAt : null,
  });
}

/** The bank's outcome. Reports after the end change no status, and are listed beside it. */
function outcomeEvents(payout: Payout): readonly Happened[] {
  const { status, statusUpdatedAt, paidAt, returnedAt, error } = payout;
  const events: Happened[] = [];
  if (status === "REQUESTED") events.push(happenedAt(statusUpdatedAt, "accepted"));
  if (status === "FAILED") events.push(happenedAt(statusUpdatedAt, "failed", { lastError: error }));
  if (status === "CANCELED") events.push(happenedAt(statusUpdatedAt, "canceled"));
  if (paidAt !== null) events.push(happenedAt(paidAt, "paid"));
  if (returnedAt !== null) events.push(happenedAt(returnedAt, "returned"));
  return events;
}

/** A review by an operator: that it is due, and its result. */
function reviewEvents(payout: Payout, attempt: PayoutAttempt | undefined): readonly Happened[] {
  const { statusUpdatedAt, returnedAt, reconciliationRequired, error, evidence } = payout;
  const isReported = attempt?.flagged === true;
  const since = Math.max(statusUpdatedAt, returnedAt ?? 0);
  return [
    ...(reconciliationRequired && !isReported ? [happenedSince(since, "flagged", { lastError: error })] : []),
    ...(evidence === null
      ? []
      : [
          happenedSince(since, "resolved", {
            outcome: evidence.outcome,
            tookEffectAt: timelineTime(evidence.at),
          }),
        ]),
  ];
}
