import { approvalRefusals } from "@wonflow/core";
import type { Intent } from "@wonflow/core/records";
import { codeOf } from "../client/request.ts";
import type { Arrival, Invariant } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { arrivedAt, isRepeat, namedByOrder, standsOf, wasThere } from "../payment/history.ts";
import { intents } from "../payment/records.ts";
import { type AskedCharge, chargeIn, issueName, removeName } from "./knowledge.ts";
import { billingKeys, keyStands } from "./records.ts";

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

export const part: Part = { invariants: [paidAsAsked, noKeyLost, refusalsAreTrue] };
