import { loadOnce } from "../engine/commit/commit.ts";
import type { Read } from "../engine/commit/snapshot.ts";
import { earningRecord, returnRefs, type Earning } from "../ledger/earning/earning.ts";
import { scheduledDay } from "../ledger/earning/settlement-day.ts";
import { ok, refuse } from "../result.ts";
import { approvalKeys, cancellationKeys, reversalAgainKey, reversalKey } from "./intent/attempt-keys.ts";
import { sessionRecord, type Session } from "./intent/session.ts";
import { tenantId, type Tenant } from "../engine/tenant/tenant.ts";
import {
  mostOfATimeline,
  timelineOf,
  happenedAt,
  happenedSince,
  timelineTime,
  deliveryRefs,
  deliveryEvents,
  notifiedAt,
  attemptEvents,
  ledgerEvents,
  type Happened,
} from "../engine/timeline/timeline.ts";
import { approvalRecord, type ApprovalAttempt } from "./intent/approval-attempt.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancel/cancellation-attempt.ts";
import { intentKeySchema, intentRecord, type PaymentContext, type Intent } from "./intent/intent.ts";
import { reversalRecord, type ReversalAttempt } from "./confirm/reversal-attempt.ts";
import { paymentEvents } from "./intent/webhook.ts";
import type { BankHolidays } from "../ledger/calendar/business-days.ts";
import { startOfDayInSeoul } from "../engine/time/seoul-time.ts";
import type { Entry } from "../engine/posting/posting.ts";
import type { Settings } from "../settings.ts";
import type { Delivery } from "../engine/outbox/delivery.ts";

export const timelineErrors = ["NOT_FOUND_PAYMENT"] as const;

/**
 * The history of a payment from the records that there are. It reads each of them by its key: so the reads are as many
 * as the payment has cards and cancellations, up to a limit.
 */
export async function paymentTimeline(context: PaymentContext, tenant: Tenant, intentKey: string) {
  if (!intentKeySchema.safeParse(intentKey).success) return refuse("NOT_FOUND_PAYMENT");
  const holidays = await context.calendar.current(context);
  const records = await loadOnce(context, tenant, (read) => loadRecords(read, intentKey));
  if (records === undefined) return refuse("NOT_FOUND_PAYMENT");
  const { cancellations, told, approvedAt } = records.intent;
  // A cancellation is one entry: with too many of them the entries are left out, as they cannot be read in part.
  const isLong = cancellations > mostOfATimeline;
  const booked = approvedAt !== null && !isLong;
  const entries = booked ? await context.store.entries(tenantId(tenant), intentKey) : [];
  const { authenticationTries } = context.settings;
  const happened = paymentHistory(records, { holidays, entries, authenticationTries });
  return ok(timelineOf(happened, { hasMore: isLong || told > mostOfATimeline }));
}

async function loadRecords(read: Read, intentKey: string): Promise<PaymentRecords | undefined> {
  const [intent] = await read(intentRecord.ref(intentKey));
  if (intent === undefined) return undefined;
  const { sessionId, approvalKey, told } = intent;
  const session = sessionId === null ? undefined : sessionRecord.ref(sessionId);
  const methods = approvalKey === null ? 0 : intent.methods.length;
  const keys = approvalKeys(approvalKey, methods);
  const approvals = keys.map((key) => approvalRecord.ref(key));
  const reversals = keys.map(reversalKey);
  const shown = { ...intent, cancellations: Math.min(intent.cancellations, mostOfATimeline) };
  const returns = returnRefs(shown);
  const refs = {
    reversals: [...reversals, ...reversals.map(reversalAgainKey)].map((key) => reversalRecord.ref(key)),
    cancellations: cancellationKeys(shown).map((key) => cancellationRecord.ref(key)),
    earnings: methods === 0 ? [] : [earningRecord.ref(intentKey), ...returns],
    deliveries: deliveryRefs({ about: intentKey, told }, paymentEvents),
  };
  // All at once: the reads below then cost nothing more.
  await read(session, ...approvals, ...refs.reversals, ...refs.cancellations, ...refs.earnings, ...refs.deliveries);
  return {
    intent,
    session: (await read(session))[0],
    approvals: present(await read(...approvals)),
    reversals: present(await read(...refs.reversals)),
    cancellations: present(await read(...refs.cancellations)),
    earnings: present(await read(...refs.earnings)),
    deliveries: present(await read(...refs.deliveries)),
  };
}

function present<Body>(found: readonly (Body | undefined)[]): readonly Body[] {
  return found.filter((each) => each !== undefined);
}

/** The records of a payment that a timeline reads. */
interface PaymentRecords {
  readonly intent: Intent;
  readonly session: Session | undefined;
  readonly approvals: readonly ApprovalAttempt[];
  readonly reversals: readonly ReversalAttempt[];
  readonly cancellations: readonly CancellationAttempt[];
  readonly earnings: readonly Earning[];
  readonly deliveries: readonly Delivery[];
}

/** The calendar and ledger entries that a timeline shows with the records. */
interface HistoryTime extends Pick<Settings, "authenticationTries"> {
  readonly holidays: BankHolidays;
  readonly entries: readonly Entry[];
}

/** The events of a payment. Events with equal time are ordered cause first. */
function paymentHistory(records: PaymentRecords, time: HistoryTime): readonly Happened[] {
  return [
    ...checkoutEvents(records),
    ...approvalEvents(records),
    ...endingEvents(records, time),
    ...records.cancellations.flatMap((attempt) => cancellationEvents(attempt, records)),
    ...ledgerEvents(time.entries),
    ...records.earnings.flatMap((earning) => earningEvents(earning, time)),
    ...deliveryEvents(records.deliveries),
  ];
}

/** The order, and the cards that its buyer has tried. */
function checkoutEvents({ intent, session }: PaymentRecords): readonly Happened[] {
  const { requestedAt, orderId, totalAmount, taxFreeAmount, methods, confirmBy } = intent;
  const requestedBy = session?.openedBy ?? "charge";
  const events = [happenedAt(requestedAt, "requested", { orderId, totalAmount, taxFreeAmount, requestedBy })];
  if (session === undefined) return events;
  const { refusals, triedAt } = session;
  const isAuthenticated = confirmBy !== null;
  const [method] = methods;
  // A link counts its refusals and keeps the time of its last try alone.
  if (refusals > 0) {
    const at = isAuthenticated ? null : triedAt;
    events.push({ event: "refused-try", at, since: requestedAt, detail: { refusals } });
  }
  if (isAuthenticated && method !== undefined) {
    const { maskedNumber, issuerCode, installmentPlanMonths } = method;
    const shown = method.method === "KEYIN" ? {} : { method: method.method };
    const wallet = method.method === "EASY_PAY" ? { easyPay: method.easyPay?.provider ?? null } : {};
    const card = { maskedNumber, issuerCode, installmentPlanMonths };
    const detail = { ...shown, ...wallet, ...card, confirmBy: timelineTime(confirmBy) };
    events.push({ event: "authenticated", at: triedAt, since: requestedAt, detail });
  }
  return events;
}

function approvalEvents({ intent, session, approvals, reversals }: PaymentRecords): readonly Happened[] {
  const [first] = approvals;
  if (first === undefined) return [];
  const asked = { askedBy: session === undefined ? "charge" : "confirm", totalAmount: intent.totalAmount };
  return [
    happenedAt(first.openedAt, "confirm-asked", asked),
    ...approvals.flatMap((approval, index) => {
      const { amount, gateway, refusal, approvedAt, approvalNumber, reference } = approval;
      const isDone = approval.status === "DONE";
      return attemptEvents(approval, {
        asked: { method: index + 1, amount, gateway },
        ended: isDone ? { approvalNumber, reference } : { refusal },
        endedAt: isDone ? approvedAt : null,
      });
    }),
    ...reversals.flatMap((reversal) => {
      const { amount, gateway, approvalKey, cancellationKey: instead } = reversal;
      const ended = instead === null ? {} : { insteadBy: instead };
      return attemptEvents(reversal, { asked: { amount, gateway, about: approvalKey }, ended, endedAt: null });
    }),
  ];
}

/** The approval of the whole, or the end without one. */
function endingEvents(records: PaymentRecords, time: HistoryTime): readonly Happened[] {
  const { intent, approvals, reversals, deliveries } = records;
  const { approvedAt, totalAmount, feeRate, canceledAt, requestedAt, failure } = intent;
  if (approvedAt !== null) return [happenedAt(approvedAt, "approved", { totalAmount, feeRate })];
  switch (intent.status) {
    case "ABORTED": {
      const since = Math.max(requestedAt, ...[...approvals, ...reversals].map(({ openedAt }) => openedAt));
      const at = notifiedAt(deliveries, "payment.aborted") ?? null;
      return [{ event: "aborted", at, since, detail: { failure } }];
    }
    case "CANCELED":
      return [happenedAt(canceledAt ?? requestedAt, "canceled", { amount: totalAmount, unpaid: true })];
    case "EXPIRED":
      return [expiryOf(records, time)];
    // Not over yet, or paid.
    case "READY":
    case "IN_PROGRESS":
    case "DONE":
    case "PARTIAL_CANCELED":
      return [];
  }
}

/** Why a payment has expired, and when, if a record shows that. */
function expiryOf({ intent, session, deliveries }: PaymentRecords, { authenticationTries }: HistoryTime): Happened {
  const notified = notifiedAt(deliveries, "payment.expired") ?? null;
  const { superseded, confirmBy, requestedAt } = intent;
  const since = Math.max(requestedAt, session?.triedAt ?? 0);
  const ended = (reason: string, at: number | null): Happened => ({ event: "expired", at, since, detail: { reason } });
  if (superseded) return ended("superseded", notified);
  if (confirmBy !== null) {
    // An authenticated link expires only if its buyer gives up.
    return session?.status === "EXPIRED" ? ended("given-up", notified) : ended("not-confirmed", confirmBy);
  }
  const { refusals = 0, expiresAt = null } = session ?? {};
  return refusals >= authenticationTries ? ended("cards-refused", notified) : ended("link-over", expiresAt);
}

/** A cancellation of one method. The first one of a request includes the request. */
function cancellationEvents(attempt: CancellationAttempt, records: PaymentRecords): readonly Happened[] {
  const { key, number, amount, excessAmount, taxFreeAmount, reason, group, openedAt, canceledAt, refusal } = attempt;
  const { gateway, method, reference, status, sendings } = attempt;
  const about = { number, amount, taxFreeAmount };
  // One that is done without being sent is a refund that the gateway made by itself, as evidence says.
  if (status === "DONE" && sendings === 0) {
    // The note behind it is for the operator.
    const [how = ""] = reason.split(":");
    const excess = excessAmount === 0 ? {} : { excessAmount };
    return [happenedAt(canceledAt ?? openedAt, "canceled", { ...about, ...excess, byGateway: true, how })];
  }
  const isDone = status === "DONE";
  const attempted = attemptEvents(attempt, {
    asked: { method: method + 1, ...about, gateway },
    ended: isDone ? { reference } : { refusal },
    endedAt: isDone ? canceledAt : null,
  });
  return [
    ...(key === group[0]
      ? [happenedAt(openedAt, "cancellation-asked", { number, reason, methods: group.length })]
      : []),
    ...attempted,
    ...(refusal === null ? [] : [happenedSince(openedAt, "cancellation-refused", { number, refusal })]),
    ...(canceledAt === null && reference === null
      ? []
      : [
          {
            event: "canceled",
            at: canceledAt,
            since: openedAt,
            detail: { ...about, ...lateness(attempt, records) },
          } as const,
        ]),
  ];
}

/**
 * Of a cancellation that took effect after its refusal, later than its gateway promises. It was not booked if a later
 * cancellation had taken its amount: then it has a reference and no time. Earlier records have both, so for them the
 * payment's sum decides.
 */
function lateness({ refusal, canceledAt }: CancellationAttempt, { intent, cancellations }: PaymentRecords) {
  if (refusal === null) return { late: false };
  const given = cancellations.filter((each) => each.canceledAt !== null);
  const sum = given.reduce((total, { amount }) => total + amount, 0);
  return { late: true, booked: canceledAt !== null && sum <= intent.canceledAmount + intent.excessAmount };
}

/** The settlement of a payment's earning, or of its loss after it was settled. */
function earningEvents(earning: Earning, { holidays }: HistoryTime): readonly Happened[] {
  const { id, transactionAmount, fee, vat, net, earnedAt, settlementId, settledAt } = earning;
  // An earning that was canceled in full before its day is never settled.
  if (transactionAmount === 0) return [];
  const amounts = { earning: id, transactionAmount, fee, vat, net };
  const day = scheduledDay(earning, holidays);
  const due =
    day === null
      ? happenedSince(earnedAt, "settlement-due", { ...amounts, day })
      : happenedAt(startOfDayInSeoul(day), "settlement-due", { ...amounts, day });
  return settledAt === null ? [due] : [due, happenedAt(settledAt, "settled", { ...amounts, settlementId })];
}
