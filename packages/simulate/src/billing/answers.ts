import { approvalRefusals } from "@wonflow/core";
import type { Intent } from "@wonflow/core/internal";
import { codeOf } from "../client/client.ts";
import type { Arrival, Invariant, Projection } from "../observation/invariant.ts";
import { type Observed, countOnce } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { arrivedAt, isRepeat, namedByOrder, standsOf, wasThere, intents } from "../payment/records.ts";
import { type AskedCharge, chargeIn, issueName, removeName } from "./requests.ts";
import { billingKeys, keyStands } from "./records.ts";
import { attempts } from "../attempt/records.ts";
import { type Committed, writtenIn } from "../observation/observed-records.ts";

const paidAsAsked: Invariant = {
  name: "a charge is answered with its own payment",
  ofAnswer({ arrival, answer }, observed) {
    const charge = chargeIn(arrival.request);
    const { intentKey } = answer.body;
    if (charge === undefined || answer.status >= 300 || typeof intentKey !== "string") return undefined;
    const intent = observed.of(intents).get(arrival.tenant, intentKey);
    return intent !== undefined && isOf(charge, intent)
      ? undefined
      : `a charge of ${JSON.stringify(charge)} was answered with payment ${intentKey}, which is another one`;
  },
};

function isOf({ orderId, customerId, totalAmount, instruments }: AskedCharge, intent: Intent): boolean {
  const asked = instruments.map(({ billing, amount, installmentPlanMonths: months = 0 }) => {
    return [billing, amount, months === 1 ? 0 : months].join();
  });
  const methods = intent.methods.map(({ billkey, amount, installmentPlanMonths: months }) => {
    return [billkey, amount, months].join();
  });
  const isSame = intent.orderId === orderId && intent.customerId === customerId && intent.totalAmount === totalAmount;
  return isSame && asked.join(" ") === methods.join(" ");
}

const noKeyLost: Invariant = {
  name: "no acknowledged billing key is lost",
  ofAcknowledgment({ tenant, request: { name, body }, answer }, observed) {
    const { billkey } = answer.body;
    if (typeof billkey !== "string") return undefined;
    const key = observed.of(billingKeys).get(tenant, billkey);
    if (name === removeName && key?.status !== "DELETED")
      return `key ${billkey} was answered as deleted, and is ${key?.status}`;
    if (name !== issueName) return undefined;
    const { customerId }: { readonly customerId?: unknown } = { ...body };
    return key?.customerId === customerId ? undefined : `a merchant was given key ${billkey}, which is not stored`;
  },
};

const refusalsAreTrue: Invariant = {
  name: "refusals of charges are true",
  ofAnswer({ arrival, answer }, observed) {
    const code = codeOf(answer) ?? "";
    const { request } = arrival;
    const charge = chargeIn(request);
    const keys = charge?.instruments.map(({ billing }) => billing) ?? [request.path.split("/").at(-1) ?? ""];
    if (code === "NOT_FOUND_BILLING") {
      const isTrue = keys.some((billkey) => wasMissing(billkey, arrival, observed));
      return isTrue ? undefined : `${request.name} was answered ${code}, and ${keys.join()} were there all the while`;
    }
    // A repeat under an idempotency key may return an old answer, which the invariants of that key check.
    if (charge === undefined || isRepeat(observed, arrival)) return undefined;
    const isTrue = reasonOf(code)?.(charge, arrival, observed) ?? true;
    return isTrue ? undefined : `a charge of order ${charge.orderId} was answered ${code}, for no reason`;
  },
};

function wasMissing(billkey: string, arrival: Arrival, observed: Observed): boolean {
  const stands = observed.of(keyStands).of(`${arrival.tenant} ${billkey}`);
  return !wasThere(stands, arrival, observed) || stands.at(-1)?.record.status === "DELETED";
}

type IsTrue = (charge: AskedCharge, arrival: Arrival, observed: Observed) => boolean;

const reasons: Readonly<Record<string, IsTrue>> = {
  NOT_MATCHES_CUSTOMER_KEY: ({ instruments, customerId }, { tenant }, observed) =>
    instruments.some(({ billing }) => observed.of(billingKeys).get(tenant, billing)?.customerId !== customerId),
  DUPLICATED_ORDER_ID: some(({ intent, isSame }) => intent.approvedAt !== null && !isSame),
  FORBIDDEN_CONSECUTIVE_REQUEST: some(({ intent, isSame }) => intent.openAttempt !== null && !isSame),
  ALREADY_PROCESSED_PAYMENT: some(({ intent, isSame }) => intent.openAttempt !== null && isSame),
};

function reasonOf(code: string): IsTrue | undefined {
  if (!approvalRefusals.some((refusal) => refusal === code)) return reasons[code];
  const isOfPayment = some(({ intent, isSame, isNew }) => {
    if (code === "ALREADY_CANCELED_PAYMENT" && isSame && intent.status === "CANCELED") return true;
    return isSame && isNew && intent.status === "ABORTED" && intent.failure === code;
  });
  // Refused before any gateway is called, and without a payment.
  if (code === "INVALID_CARD_INSTALLMENT_PLAN") {
    return (charge, ...rest) => charge.instruments.some(isBelowPlan) || isOfPayment(charge, ...rest);
  }
  return isOfPayment;
}

/** In won; gateways accept no installments below it. */
const leastPlan = 50_000;

function isBelowPlan({ amount, installmentPlanMonths = 0 }: AskedCharge["instruments"][number]): boolean {
  return installmentPlanMonths > 1 && amount < leastPlan;
}

interface Met {
  readonly intent: Intent;
  readonly isSame: boolean;
  /** It became so after the charge had arrived. */
  readonly isNew: boolean;
}

function some(isSo: (met: Met) => boolean): IsTrue {
  return (charge, arrival, observed) => {
    const { commits } = arrivedAt(observed, arrival);
    const named = namedByOrder(observed, arrival, charge.orderId);
    return named.some((intentKey) =>
      standsOf(observed, arrival, intentKey).some(({ record: intent, entered }) =>
        isSo({ intent, isSame: isOf(charge, intent), isNew: entered > commits }),
      ),
    );
  };
}

/** About a third of what a thousand seeds reach. */
const leastPerThousand: Readonly<Record<string, number>> = {
  "billingKey ACTIVE delete": 45,
  "key issued": 380,
  "key FAILED_BILL_KEY_AUTH_CREATION": 330,
  "key INVALID_CARD_PASSWORD": 15,
  "card deleted while it is charged": 13,
  "card of a deleted key released": 34,
  "card without a key released": 260,
  "charge paid": 190,
  "charge ALREADY_CANCELED_PAYMENT": 2,
  "charge ALREADY_PROCESSED_PAYMENT": 17,
  "charge DUPLICATED_ORDER_ID": 55,
  "charge FAILED_BILLING_AUTO_CANCEL": 50,
  "charge FORBIDDEN_CONSECUTIVE_REQUEST": 45,
  "charge NOT_FOUND_BILLING": 70,
  "charge NOT_MATCHES_CUSTOMER_KEY": 4,
  "charge PROVIDER_ERROR": 30,
  "charge UNKNOWN_PAYMENT_ERROR": 58,
  "several cards: paid": 40,
  "several cards: none approved": 29,
  "several cards: one approved and reversed": 24,
  "several cards: one refunded": 10,
  "several cards: all refunded": 9,
};

const billingCoverage: Projection<Set<string>> = {
  start: () => new Set(),
  onCommit(counted, changeSet, observed) {
    const count = (name: string, what: string) => countOnce(counted, { name, what }, observed);
    for (const { name, record } of writtenIn(intents, changeSet, observed)) {
      const branch = paymentBranch(record, observed);
      if (branch !== undefined) count(name, branch);
    }
    for (const { name, record } of writtenIn(billingKeys, changeSet, observed)) {
      if (record.status === "DELETED" && isCharged(record, observed)) count(name, "card deleted while it is charged");
    }
    for (const { name, record } of writtenIn(attempts, changeSet, observed)) {
      if (record.kind !== "token-release" || record.status !== "DONE") continue;
      const isOfKey = observed.of(billingKeys).get(record.tenant, record.billkey) !== undefined;
      count(name, isOfKey ? "card of a deleted key released" : "card without a key released");
    }
  },
  onAnswer(_, { arrival: { request }, answer }, { coverage }) {
    if (request.name === issueName) coverage.count(`key ${codeOf(answer) ?? "issued"}`);
    if (chargeIn(request) !== undefined) coverage.count(`charge ${codeOf(answer) ?? "paid"}`);
  },
};

function paymentBranch({ tenant, intentKey, status, methods }: Committed<Intent>, observed: Observed) {
  if (methods.length < 2) return undefined;
  if (status !== "ABORTED") return branches[status];
  const wasApproved = [...observed.of(attempts).values()].some(
    (each) =>
      each.kind === "approval" && each.tenant === tenant && each.intentKey === intentKey && each.approvedAt !== null,
  );
  return wasApproved ? "several cards: one approved and reversed" : "several cards: none approved";
}

const branches: Readonly<Partial<Record<Intent["status"], string>>> = {
  DONE: "several cards: paid",
  PARTIAL_CANCELED: "several cards: one refunded",
  CANCELED: "several cards: all refunded",
};

function isCharged({ tenant, billkey }: { readonly tenant: string; readonly billkey: string }, observed: Observed) {
  return [...observed.of(intents).values()].some(
    (intent) =>
      intent.tenant === tenant &&
      intent.status === "IN_PROGRESS" &&
      intent.methods.some((method) => method.billkey === billkey),
  );
}

export const part: Part = {
  invariants: [paidAsAsked, noKeyLost, refusalsAreTrue],
  projections: [billingCoverage],
  leastPerThousand,
};
