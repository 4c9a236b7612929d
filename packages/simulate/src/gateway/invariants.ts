import type { TenantId } from "@wonflow/core";
import type { Intent } from "@wonflow/core/internal";
import type { ApprovalRecord } from "@wonflow/sandbox";
import { isInPlaceOfReversal, paymentAttempt, subjectOfAttempt, attempts } from "../attempt/records.ts";
import { balances, bookedFor, openingReference } from "../observation/balances.ts";
import { firstProblem, type Invariant } from "../observation/invariant.ts";
import { type Committed, nameOf } from "../observation/observed-records.ts";
import { type Observed, strayRecord } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { type ApprovedMethod, approvedMethods, intents } from "../payment/records.ts";
import { paidOut } from "../payout/records.ts";
import { settlesAt, wasSent } from "./calls.ts";
import { isByStaff } from "../ports/gateway.ts";
import { cardKeyOf } from "../billing/records.ts";

const committedBeforeCalled: Invariant = {
  name: "committed before called",
  always: (observed) =>
    firstProblem(observed.providers.gateway.records(), ({ tenant, key, amount, state, cancellations }) => {
      const problem =
        state === "TOMBSTONED" || isByStaff(key) ? undefined : unknownCall(observed, { tenant, key, amount });
      const ours = cancellations.filter((each) => !isByStaff(each.key));
      return problem ?? firstProblem(ours, (each) => unknownCall(observed, { ...each, tenant }));
    }),
};

function unknownCall(
  observed: Observed,
  { tenant, key, amount }: { readonly tenant: TenantId; readonly key: string; readonly amount: number },
): string | undefined {
  const attempt = paymentAttempt(observed, tenant, key);
  if (attempt === undefined) return `${key} reached the gateway, and no attempt with this key is committed`;
  return attempt.amount === amount ? undefined : `${key} reached the gateway with ${amount} won, not ${attempt.amount}`;
}

const approvedOnce: Invariant = {
  name: "approved at most once",
  always(observed) {
    const approved = new Map<string, Pick<ApprovalRecord, "key"> & { readonly intentKey: string }>();
    return firstProblem(observed.providers.gateway.records(), (record) => {
      const { tenant, key } = record;
      if (!stands(record)) return undefined;
      const intentKey = subjectOfAttempt(key) ?? "";
      const intent = observed.of(intents).get(tenant, intentKey);
      // The gateway broke its promise after the payment was aborted. The approval is found and undone a day later.
      const isTooLate = observed.providers.gateway.tookEffectBeyond(tenant, key);
      if (isTooLate && intent?.status === "ABORTED") return undefined;
      const order = `${tenant} ${intent?.orderId ?? key}`;
      const other = approved.get(order);
      approved.set(order, { key, intentKey });
      // A payment has an approval of its own for each method.
      const areMethods = other?.intentKey === intentKey && isOfMethod(intent, key) && isOfMethod(intent, other.key);
      const isOnce = other === undefined || areMethods;
      return isOnce ? undefined : `${order} is approved twice: ${other.key} and ${key}`;
    });
  },
};

function isOfMethod(intent: Intent | undefined, key: string): boolean {
  return intent !== undefined && approvedMethods(intent).some(({ approvalKey }) => approvalKey === key);
}

function stands({ state, amount, canceledAmount, cancellations }: ApprovalRecord): boolean {
  const isUndone = cancellations.some(({ key }) => isByStaff(key) || isInPlaceOfReversal(key));
  return state === "APPROVED" && !(amount === canceledAmount && isUndone);
}

const recordsFollowGateway: Invariant = {
  name: "records follow the gateway",
  always: (observed) =>
    firstProblem(observed.of(intents).values(), (intent) => {
      const { intentKey, status, approvedAt, approvalKey } = intent;
      if (approvedAt !== null || status === "ABORTED") {
        return firstProblem(approvedMethods(intent), (method) => methodProblem(intent, method, observed));
      }
      const over = status === "EXPIRED" || status === "CANCELED";
      return over && approvalKey !== null
        ? `payment ${intentKey} is ${status} although an approval was opened`
        : undefined;
    }),
};

function methodProblem(
  { tenant, intentKey, status, approvedAt }: Committed<Intent>,
  { approvalKey, amount, canceledAmount }: ApprovedMethod,
  observed: Observed,
): string | undefined {
  const approval = observed.providers.gateway.record(tenant, approvalKey);
  if (approvedAt === null) {
    if (approval === undefined && observed.now >= settlesAt(observed, tenant, approvalKey)) return undefined;
    if (approval !== undefined && !stands(approval)) return undefined;
    // It is found and undone a day later.
    if (observed.providers.gateway.tookEffectBeyond(tenant, approvalKey)) return undefined;
    const state = approval === undefined ? "may still arrive" : `is ${approval.state}`;
    return `payment ${intentKey} is ABORTED; at the gateway ${approvalKey} ${state}`;
  }
  if (approval?.state !== "APPROVED") {
    return `payment ${intentKey} is ${status}; at the gateway ${approvalKey} is ${approval?.state ?? "unknown"}`;
  }
  if (approval.amount !== amount) {
    return `payment ${intentKey} has ${amount} won of ${approvalKey}; the gateway approved ${approval.amount}`;
  }
  return canceledAmount > approval.canceledAmount
    ? `${canceledAmount} won of ${approvalKey} are canceled; the gateway refunded ${approval.canceledAmount}`
    : undefined;
}

const sameAtEnd: Invariant = {
  name: "same amounts at the end",
  atEnd(observed) {
    const { gateway } = observed.providers;
    const ofPayment = firstProblem(gateway.records(), ({ tenant, key, state, amount, canceledAmount }) => {
      const held = state === "APPROVED" ? amount - canceledAmount : 0;
      const recorded = recordedOf(observed.of(intents).get(tenant, subjectOfAttempt(key) ?? ""), key);
      return held === recorded ? undefined : `${key}: the gateway holds ${held} won, our records say ${recorded}`;
    });
    if (ofPayment !== undefined) return ofPayment;
    return firstProblem(observed.of(balances), ([tenant, { receivable, bank }]) => {
      const held = gateway.held(tenant);
      const before = bookedFor(observed, tenant, openingReference).bank;
      const paid = bank - before + paidOut(observed, tenant).out;
      // The gateway has charged what it has paid out to us, too.
      return held === receivable + paid
        ? undefined
        : `${tenant}: the gateway holds ${held} won, the ledger says ${receivable} and ${paid} paid`;
    });
  },
};

function recordedOf(intent: Intent | undefined, key: string): number {
  if (intent?.approvedAt == null) return 0;
  const method = approvedMethods(intent).find(({ approvalKey }) => approvalKey === key);
  return method === undefined ? 0 : method.amount - method.canceledAmount;
}

const modesNeverMeet: Invariant = {
  name: "test money and live money never meet",
  always: ({ providers }) => strayRecord(providers.gateway),
};

const releasedWhenUnused: Invariant = {
  name: "no card is released while it is charged",
  always(observed) {
    const charged = new Map<string, string>();
    for (const intent of observed.of(intents).values()) {
      const { tenant, intentKey, status, openAttempt, methods } = intent;
      if (status !== "IN_PROGRESS" || openAttempt === null) continue;
      const approvals = approvedMethods(intent);
      for (const [index, method] of methods.entries()) {
        if (!mayCharge(observed, tenant, approvals[index]?.approvalKey ?? "")) continue;
        const key = cardKeyOf(method);
        if (key !== null) charged.set(nameOf({ tenant, key }), intentKey);
      }
    }
    if (charged.size === 0) return undefined;
    return firstProblem(observed.providers.cardTokens.records(), ({ tenant, key, state }) => {
      const intentKey = state === "RELEASED" ? charged.get(nameOf({ tenant, key })) : undefined;
      return intentKey && `${key} is released, and payment ${intentKey} is being charged with it`;
    });
  },
};

/** An approval that a paused process opened after its deadline is never sent. */
function mayCharge(observed: Observed, tenant: TenantId, approvalKey: string): boolean {
  const { deadline = Infinity } = observed.of(attempts).get(tenant, approvalKey) ?? {};
  return observed.now < deadline || wasSent(observed, tenant, approvalKey);
}

export const part: Part = {
  invariants: [
    committedBeforeCalled,
    approvedOnce,
    recordsFollowGateway,
    sameAtEnd,
    modesNeverMeet,
    releasedWhenUnused,
  ],
};
