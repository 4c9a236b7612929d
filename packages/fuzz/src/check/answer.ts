import {
  errorCatalog,
  approvalRefusals,
  authenticationRefusals,
  cancellationRefusals,
  registrationRefusals,
} from "@wonflow/core";
import { openApiDocument } from "@wonflow/http";
import { exchangeCheck } from "@wonflow/testkit/openapi";
import type { Recorded } from "../attacked/recorded-store.ts";
import type { Assembled } from "../attacked/assemble.ts";
import { codeOf, isLong, type Received } from "../attacked/received.ts";
import { shop, type AttackedService } from "../attacked/attacked-service.ts";

/** A request, its answer, and the changes meanwhile. */
interface Exchanged {
  readonly asked: Assembled;
  readonly answer: Received;
  readonly changes: readonly Recorded[];
}

type AnswerCheck = (exchanged: Exchanged) => readonly string[];

/** Checks each answer against the document: its status, its code, its headers, every field. */
export function newAnswerCheck(): AnswerCheck {
  const check = exchangeCheck(openApiDocument());
  const checked = new WeakSet<object>();
  return ({ asked, answer }) => {
    const { sent, text } = asked;
    const { status, headers, body } = answer;
    const code = codeOf(answer);
    if (isOnDemand(asked, answer) || isUnread(answer)) return [];
    const problems: string[] = [];
    if (code === "FAILED_INTERNAL_SYSTEM_PROCESSING" || code === "STORE_UNAVAILABLE") {
      problems.push(`${status} ${code} without a reason`);
    }
    const shown = { headers: new Headers(sent.headers.map(([name, value]) => [name, value])), body: valueIn(text) };
    // A long body is checked once.
    const long = isLong(answer.text) && typeof body === "object" && body !== null ? body : undefined;
    const isKnown = long !== undefined && checked.has(long);
    const exchange = {
      method: sent.method,
      path: sent.path,
      sent: shown,
      status,
      headers,
      body: isKnown ? undefined : body,
    };
    // The kind of a problem does not depend on the path.
    problems.push(...check(exchange).map((problem) => problem.replace(/^\S+ .* → /, "")));
    problems.push(...problemsOfError(answer));
    if (long !== undefined && problems.length === 0) checked.add(long);
    return problems;
  };
}

/** The header promises its code with the code's status, whether or not the operation's row lists it. */
function isOnDemand({ operation, sent }: Assembled, { status, body }: Received): boolean {
  if (!operation.parameters.some(({ name }) => name === "Payments-Test-Code")) return false;
  const { code, statusCode } = Object(body) as { readonly code?: string; readonly statusCode?: number };
  const asked = sent.headers.find(([name]) => name === "Payments-Test-Code")?.[1];
  if (code === undefined || code !== asked || statusCode !== status) return false;
  return Object.entries(errorCatalog).some(([known, entry]) => known === code && entry.status === status);
}

/** Node.js itself refuses a request whose headers are too long, before the service sees it. */
function isUnread({ status, headers, text }: Received): boolean {
  return status === 431 && text === "" && !headers.has("Trace-Id");
}

function problemsOfError({ status, headers, text, body }: Received): readonly string[] {
  // An answer to HEAD has no body.
  if (status < 400 || text === "" || headers.get("Content-Type") !== "application/json") return [];
  const { statusCode, traceId } = Object(body) as { readonly statusCode?: unknown; readonly traceId?: unknown };
  return [
    ...(statusCode === status ? [] : ["the body has another status"]),
    ...(traceId === headers.get("Trace-Id") ? [] : ["the body has another trace id"]),
  ];
}

function valueIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

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

/** The books of the shop balance, and each balance is the sum of its postings. */
export async function auditProblems({ payments }: Pick<AttackedService, "payments">): Promise<readonly string[]> {
  const audit = await payments.ledger.audit(shop);
  return audit.differences.map((difference) => `the audit finds ${JSON.stringify(difference)}`);
}
