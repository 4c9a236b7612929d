import { approvalRefusals, authenticationRefusals, cancellationRefusals, registrationRefusals } from "@wonflow/core";

import { codeOf } from "../attacked/received.ts";
import type { Exchanged } from "./answer.ts";

/** A request of an operator is recorded before it is carried out or refused. */
const ofOperators = ["operatorAction"];

/** Wrong passwords are counted. */
const ofWrongPasswords: Readonly<Record<string, readonly string[]>> = {
  INCORRECT_OPERATOR_CREDENTIALS: ["operatorTries"],
};

/** Codes for the outcome of a call to a provider, or for its missing answer. */
const ofProviders: ReadonlySet<string> = new Set([
  ...approvalRefusals,
  ...authenticationRefusals,
  ...cancellationRefusals,
  ...registrationRefusals,
  "UNKNOWN_PAYMENT_ERROR",
  "FAILED_REFUND_PROCESS",
  "FAILED_PARTIAL_REFUND",
  "FAILED_BILLING_AUTO_CANCEL",
  "FAILED_BILL_KEY_AUTH_CREATION",
]);

const attempts = ["attempt", "bankAttempt"];

/**
 * The records that an attempt changes besides itself, such as its webhooks. A refusal by a provider is stored, as a
 * repeat must get the same answer.
 */
const besideAttempts = [
  "intent",
  "order",
  "session",
  "billingKey",
  "seller",
  "sellerRef",
  "idempotency",
  "webhookDelivery",
];

/** After this code a part of a payment by several cards may have been refunded and booked. */
const partlyRefunded = "FAILED_REFUND_PROCESS";

const isCall = (kind: string) => kind.startsWith("a provider by ");

const isOfCall = (code: string, kinds: readonly string[]) =>
  ofProviders.has(code) && kinds.some((kind) => attempts.includes(kind));

function recordsOf(code: string, kinds: readonly string[]): readonly string[] {
  const ofCall = isOfCall(code, kinds) ? [...attempts, ...besideAttempts, ...kinds.filter(isCall)] : [];
  const ofPart = code === partlyRefunded ? ["earning"] : [];
  return [...ofOperators, ...(ofWrongPasswords[code] ?? []), ...ofCall, ...ofPart];
}

/** Refusals and look-ups change nothing except the records that they may write. */
export function refusalProblems({ asked, answer, changes }: Exchanged): readonly string[] {
  const isLookUp = answer.status < 400 && ["GET", "HEAD", "OPTIONS"].includes(asked.sent.method);
  if (changes.length === 0 || (answer.status < 400 && !isLookUp)) return [];
  const code = codeOf(answer) ?? "";
  const kinds = [...new Set(changes.flatMap((change) => change.kinds))];
  const left = isLookUp ? [] : recordsOf(code, kinds);
  const unknown = kinds.filter((kind) => !left.includes(kind)).toSorted();
  if (code !== partlyRefunded && changes.some(({ postings }) => postings > 0)) unknown.push("the books");
  // Only a refusal by a gateway is counted.
  if (!isOfCall(code, kinds) && changes.some(({ tallies }) => tallies > 0)) unknown.push("the counters");
  return unknown.length === 0
    ? []
    : [`${isLookUp ? "a look-up" : `the refusal ${code}`} changed ${unknown.join(", ")}`];
}
