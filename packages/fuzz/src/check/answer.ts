import { errorCatalog } from "@wonflow/core";
import { openApiDocument } from "@wonflow/http";
import { exchangeCheck } from "@wonflow/testkit/openapi";

import type { Recorded } from "../attacked/recorded-store.ts";
import type { Assembled } from "../attacked/assemble.ts";
import { codeOf, isLong, type Received } from "../attacked/received.ts";

/** A request, its answer, and the changes meanwhile. */
export interface Exchanged {
  readonly asked: Assembled;
  readonly answer: Received;
  readonly changes: readonly Recorded[];
}

export type AnswerCheck = (exchanged: Exchanged) => readonly string[];

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
