import { callTime } from "../../engine/attempt/attempt.ts";
import { callNext, loadEarlier, repeat, type RequestTime } from "../../engine/attempt/next-step.ts";
import { failureOnDemand } from "../../engine/attempt/test-code.ts";
import { decideAndKeep } from "../../engine/commit/commit.ts";
import { approvalRefusals } from "../../gateway/refusals.ts";
import { newRoutes, refuseWithoutGateway } from "../../gateway/context.ts";
import { belowPlan, isBelowPlan } from "../../gateway/plan-limits.ts";
import type { Routes } from "../../engine/attempt/sending.ts";
import { supersede } from "../checkout/end-link.ts";
import {
  prepareIdempotency,
  rememberOnly,
  rememberRequest,
  idempotencyErrors,
  type Requested,
} from "../../engine/idempotency/idempotency.ts";
import {
  feeRateOf,
  merchantAt,
  notRegistered,
  suspendedRefusal,
  merchantRef,
  type Merchant,
} from "../../merchant/merchant.ts";
import { amountRefusal, validate } from "../../engine/request/validate.ts";
import { firstApprovalKey } from "../intent/attempt-keys.ts";
import { approvalRecord, followApproval, openApprovals, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { approveAll, findOutApprovals, type ApprovalCalls } from "../confirm/approval-call.ts";
import {
  intentKeyLength,
  intentRecord,
  newIntent,
  type PaymentContext,
  type Intent,
  type IntentMethod,
} from "../intent/intent.ts";
import { orderRecord, orderRefusal } from "../intent/order.ts";
import { paymentIntentSchema, viewIntent, viewingOf, type PaymentIntent, type Viewing } from "../intent/view.ts";
import { ok, refuse, refuseField, type Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { billingKeyRecord, isBillkey, type BillingKey } from "./billing-key.ts";
import { chargeSchema, misfit, type Charge, type ChargeInput } from "./charge-request.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import { earningRecord, type Earning } from "../../ledger/earning/earning.ts";
import { sessionRecord, type Session } from "../intent/session.ts";

export const chargeErrors = [
  "INVALID_REQUEST",
  "INVALID_ORDER_ID",
  "INVALID_CUSTOMER_ID",
  "NOT_MATCHES_TOTAL_AMOUNT",
  "INVALID_TEST_CODE",
  ...idempotencyErrors,
  "FORBIDDEN_REQUEST",
  "TAX_FREE_NOT_AGREED",
  "BELOW_MINIMUM_AMOUNT",
  "EXCEED_MAX_AMOUNT",
  "ALREADY_PROCESSED_PAYMENT",
  "ALREADY_CANCELED_PAYMENT",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "DUPLICATED_ORDER_ID",
  "NOT_FOUND_BILLING",
  "NOT_MATCHES_CUSTOMER_KEY",
  "CONCURRENT_REQUEST",
  ...approvalRefusals,
  "UNKNOWN_PAYMENT_ERROR",
  "FAILED_BILLING_AUTO_CANCEL",
] as const;

/** Charges stored cards without their holder: all instruments are approved, or none remains approved. */
export async function charge(
  context: PaymentContext,
  tenant: Tenant,
  { input, options = {} }: Requested<ChargeInput>,
): Answer<PaymentIntent, typeof chargeErrors> {
  const valid = validate(chargeSchema, input);
  if (!valid.ok) return valid;
  const asked = valid.value;
  const unfit = misfit(asked);
  if (unfit !== undefined) return unfit;
  const intentKey = context.ids.random(intentKeyLength);
  const routes = await newRoutes(context, tenant);
  const prepared = failureOnDemand(tenant, options) ?? (await prepareIdempotency(context, ["charge", asked], options));
  if (!prepared.ok) return prepared;
  const request = prepared.value;
  const withoutGateway = refuseWithoutGateway(context, tenant);
  if (withoutGateway !== undefined) return withoutGateway;
  const { answer: decided, written } = await decideAndKeep(context, {
    tenant,
    lane: asked.orderId,
    async load(read) {
      await read(request?.ref, ...firstOfCharge(asked));
      const earlier = await loadEarlier(read, request, { record: approvalRecord, schema: paymentIntentSchema });
      return earlier === undefined ? loadCharging(read, asked) : { earlier };
    },
    decide(found, now) {
      if ("earlier" in found) return { answer: repeat(found.earlier, now) };
      const at = { ...viewingOf(context, tenant), ...callTime(context, now), routes, request };
      return decideCharge({ charge: asked, intentKey }, found, at);
    },
  });
  if ("ok" in decided) return decided;
  const first =
    decided.next === "call"
      ? await approveAll(context, tenant, { written, ...decided.call })
      : await findOutApprovals(context, tenant, decided.key);
  if (first?.answer != null) return first.answer;
  return refuse(first !== undefined && isBeingUndone(first) ? "FAILED_BILLING_AUTO_CANCEL" : "UNKNOWN_PAYMENT_ERROR");
}

/** Whether the payment is known to fail while an approval may still be valid. */
function isBeingUndone({ status, reversal }: ApprovalAttempt): boolean {
  return status === "REFUSED" || reversal !== null;
}

interface WantedCharge {
  readonly charge: Charge;
  readonly intentKey: string;
}

interface ChargeMoment extends RequestTime, Viewing {
  readonly routes: Routes;
}

function decideCharge(asked: WantedCharge, charging: Charging, at: ChargeMoment) {
  const { charge: wanted } = asked;
  const { merchant, current } = charging;
  if (merchant === undefined) return { answer: notRegistered };
  if (current !== undefined && isSame(wanted, current) && current.status !== "ABORTED") {
    return repeated(current, charging, at);
  }
  const suspended = suspendedRefusal(merchant);
  if (suspended !== undefined) return { answer: suspended };
  const taken = orderRefusal(current);
  if (taken !== undefined) return { answer: taken };
  const outOfBounds = amountRefusal(wanted.totalAmount, merchant);
  if (outOfBounds !== undefined) {
    const problem = `must be from ${merchant.minAmount} to ${merchant.maxAmount} won`;
    return { answer: refuseField(outOfBounds, "totalAmount", problem) };
  }
  if (wanted.taxFreeAmount > 0 && !merchant.contracts.taxFree) return { answer: refuse("TAX_FREE_NOT_AGREED") };
  const methods: IntentMethod[] = [];
  for (const [index, { billing, amount, installmentPlanMonths }] of wanted.instruments.entries()) {
    const key = charging.keys[index];
    if (isBelowPlan(installmentPlanMonths, amount)) {
      const field = `instruments.${index}.installmentPlanMonths`;
      return { answer: refuseField("INVALID_CARD_INSTALLMENT_PLAN", field, belowPlan) };
    }
    const field = `instruments.${index}.billing`;
    if (key?.cardToken == null) {
      return { answer: refuseField("NOT_FOUND_BILLING", field, "is no billing key, or was deleted") };
    }
    if (key.customerId !== wanted.customerId) {
      return { answer: refuseField("NOT_MATCHES_CUSTOMER_KEY", field, "was issued for another customerId") };
    }
    const unbound = at.routes.refusal(key.gateway);
    if (unbound !== undefined) return { answer: unbound };
    const { gateway, cardToken, maskedNumber, issuerCode } = key;
    const unapproved = { tokenKey: null, reference: null, approvalNumber: null, askedAt: null };
    const card = {
      gateway,
      method: "KEYIN" as const,
      cardToken,
      authentication: null,
      maskedNumber,
      issuerCode,
      billkey: billing,
      ...unapproved,
    };
    methods.push({ ...card, installmentPlanMonths, amount, canceledAmount: 0 });
  }
  return openCharge(asked, { ...charging, merchant, methods }, at);
}

function isSame({ customerId, totalAmount, taxFreeAmount, instruments }: Charge, intent: Intent): boolean {
  const { methods } = intent;
  return (
    intent.customerId === customerId &&
    intent.totalAmount === totalAmount &&
    intent.taxFreeAmount === taxFreeAmount &&
    instruments.every(({ billing, amount, installmentPlanMonths }, index) => {
      const method = methods[index];
      return (
        method?.billkey === billing &&
        method.amount === amount &&
        method.installmentPlanMonths === installmentPlanMonths
      );
    })
  );
}

function repeated(current: Intent, { approval, earning }: Charging, at: RequestTime & Viewing) {
  if (current.status === "CANCELED") return { answer: refuse("ALREADY_CANCELED_PAYMENT") };
  if (current.status !== "IN_PROGRESS") {
    const payment = viewIntent(current, { ...at, earning });
    return rememberOnly(ok(payment), at.request, { answer: JSON.stringify(payment) });
  }
  if (approval === undefined) throw new Error(`intent ${current.intentKey} is being charged without an approval`);
  return followApproval(approval, at);
}

/** One commit creates the payment and all approvals, and expects that the billing keys are active. */
function openCharge(
  { charge: wanted, intentKey }: WantedCharge,
  charging: Charging & { readonly merchant: Merchant; readonly methods: readonly IntentMethod[] },
  at: ChargeMoment,
) {
  const { now, deadline, request, routes } = at;
  const { merchant, methods, keys, open } = charging;
  const { customerId, orderId, orderName, totalAmount, taxFreeAmount } = wanted;
  const approvalKey = firstApprovalKey(intentKey);
  const intent = newIntent({
    intentKey,
    orderId,
    orderName,
    customerId,
    status: "IN_PROGRESS",
    totalAmount,
    taxFreeAmount,
    methods: [...methods],
    requestedAt: now,
    confirmBy: deadline,
    feeRate: feeRateOf(merchantAt(merchant, now), "KEYIN"),
    settlementDays: merchant.settlementDays,
    approvalKey,
    openAttempt: approvalKey,
  });
  const approvals = openApprovals(intent, { now, deadline }, routes);
  const calls: ApprovalCalls = { intent, approvals };
  const used = keys.flatMap((key) => {
    if (key === undefined) return [];
    const charging = [...key.charging.filter((last) => open.has(last)), intentKey];
    return billingKeyRecord.write({ ...key, charging });
  });
  return {
    answer: callNext(calls),
    changes: {
      writes: [
        orderRecord.write(orderId, { orderId, intentKey }),
        ...supersede(charging, { ...at, merchant }),
        intentRecord.make(intent),
        ...approvals.map((approval) => approvalRecord.make(approval)),
        ...used,
        ...rememberRequest(request, { attempt: approvalKey }),
      ],
    },
  };
}

interface Charging {
  readonly merchant: Merchant | undefined;
  /** The order's live or last payment. */
  readonly current: Intent | undefined;
  readonly currentSession: Session | undefined;
  readonly approval: ApprovalAttempt | undefined;
  readonly earning: Earning | undefined;
  /** One for each instrument. */
  readonly keys: readonly (BillingKey | undefined)[];
  /** Payments of the keys' last charges that have an open attempt. */
  readonly open: ReadonlySet<string>;
}

/** The records whose keys are in the request itself. */
function firstOfCharge({ orderId, instruments }: Charge) {
  const keys = instruments.map(({ billing }) => (isBillkey(billing) ? billingKeyRecord.ref(billing) : undefined));
  return [merchantRef, orderRecord.ref(orderId), ...keys] as const;
}

async function loadCharging(read: Read, charge: Charge): Promise<Charging> {
  const [merchant, order, ...keys] = await read(...firstOfCharge(charge));
  const lastCharges = keys.flatMap((key) => key?.charging ?? []).map((last) => intentRecord.ref(last));
  const [current, ...charged] = await read(order && intentRecord.ref(order.intentKey), ...lastCharges);
  const [currentSession, approval, earning] = await read(
    current?.sessionId == null ? undefined : sessionRecord.ref(current.sessionId),
    current?.approvalKey == null ? undefined : approvalRecord.ref(current.approvalKey),
    current?.approvedAt == null ? undefined : earningRecord.ref(current.intentKey),
  );
  const open = charged.flatMap((intent) =>
    intent === undefined || intent.openAttempt === null ? [] : intent.intentKey,
  );
  return { merchant, current, currentSession, approval, earning, keys, open: new Set(open) };
}
