import type { Intent } from "@wonflow/core/records";
import { attempts } from "../attempt/records.ts";
import { codeOf } from "../client/request.ts";
import type { Projection } from "../observation/invariant.ts";
import { type Committed, writtenIn } from "../observation/observed-records.ts";
import { countOnce, type Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { intents } from "../payment/records.ts";
import { chargeIn, issueName } from "./knowledge.ts";
import { billingKeys } from "./records.ts";

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

export const part: Part = { projections: [billingCoverage], leastPerThousand };
