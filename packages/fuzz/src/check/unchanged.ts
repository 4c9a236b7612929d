import { approvalRefusals, authenticationRefusals, cancellationRefusals, registrationRefusals } from "@wonflow/core";

import { codeOf } from "../attacked/received.ts";
import type { Told } from "./answer.ts";

/** What a person asked for is recorded before it is done or refused. */
const ofPeople = ["operatorAction"];

/** Wrong passwords are counted. */
const ofWrongPasswords: Readonly<Record<string, readonly string[]>> = {
  INCORRECT_OPERATOR_CREDENTIALS: ["operatorTries"],
};

/** What a provider answered, or never answered, about a call that was made. */
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
 * The attempt, what it is about, and the news of that: a refusal by a provider is remembered, as a repeat must get the
 * same answer.
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

/** Says that a part may have been given back, of a payment by several cards: the part is booked. */
const saysOfPart = "FAILED_REFUND_PROCESS";

const isCall = (kind: string) => kind.startsWith("a provider by ");

const isOfCall = (code: string, kinds: readonly string[]) =>
  ofProviders.has(code) && kinds.some((kind) => attempts.includes(kind));

function recordsOf(code: string, kinds: readonly string[]): readonly string[] {
  const ofCall = isOfCall(code, kinds) ? [...attempts, ...besideAttempts, ...kinds.filter(isCall)] : [];
  const ofPart = code === saysOfPart ? ["earning"] : [];
  return [...ofPeople, ...(ofWrongPasswords[code] ?? []), ...ofCall, ...ofPart];
}

/** A refusal changes nothing, and neither does a look-up, besides the records that it is known to leave. */
export function refusalProblems({ asked, answer, changes }: Told): readonly string[] {
  const isLookUp = answer.status < 400 && ["GET", "HEAD", "OPTIONS"].includes(asked.sent.method);
  if (changes.length === 0 || (answer.status < 400 && !isLookUp)) return [];
  const code = codeOf(answer) ?? "";
  const kinds = [...new Set(changes.flatMap((change) => change.kinds))];
  const left = isLookUp ? [] : recordsOf(code, kinds);
  const unknown = kinds.filter((kind) => !left.includes(kind)).toSorted();
  if (code !== saysOfPart && changes.some(({ postings }) => postings > 0)) unknown.push("the books");
  // The count of refused payments is what a refusal by a gateway adds to.
  if (!isOfCall(code, kinds) && changes.some(({ tallies }) => tallies > 0)) unknown.push("the counters");
  return unknown.length === 0
    ? []
    : [`${isLookUp ? "a look-up" : `the refusal ${code}`} changed ${unknown.join(", ")}`];
}
