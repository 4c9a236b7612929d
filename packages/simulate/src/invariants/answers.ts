import { createHash } from "node:crypto";
import { errorCatalog, isErrorCode } from "@wonflow/core";
import { Unreachable } from "@wonflow/testkit/simulator";
import type { Success } from "../acknowledged.ts";
import { codeOf, keyOfMark, type Exchange } from "../exchange.ts";
import { errorText, firstProblem, type Invariant, type Sight } from "../invariant.ts";

/**
 * Never an internal error: every error is of the catalog, with its status. The one exception is a 500
 * for a store or vault that was out of reach, which is no fault of ours.
 */
export const noInternalError: Invariant = {
  name: "no internal error",
  ofAnswer({ request, answer, errors }) {
    const foreign = errors.find((error) => !(error instanceof Unreachable));
    if (foreign !== undefined) return `${request.name} broke: ${errorText(foreign)}`;
    const code = codeOf(answer);
    if (code === undefined) return answer.status < 300 ? undefined : `${request.name} was answered ${answer.status}`;
    if (!isErrorCode(code)) return `${request.name} was answered ${code}, which is no code of the catalog`;
    if (errorCatalog[code].status !== answer.status) return `${code} came with status ${answer.status}`;
    const internal = code === "FAILED_INTERNAL_SYSTEM_PROCESSING" && errors.length === 0;
    return internal ? `${request.name} was answered ${code} for no reason` : undefined;
  },
};

/** A repeated idempotent request gets the same answer: of the first success, and of what was remembered before it came. */
export const sameAnswer: Invariant = {
  name: "same answer to a repeat",
  ofAnswer(exchange, sight) {
    const { request, tenant, answer } = exchange;
    const { idempotencyKey } = request;
    if (idempotencyKey === undefined || exchange.forgotten || passing(answer)) return undefined;
    // Who came before the first success was told may hear that it is under way; a success is always the same one.
    const first = answer.status < 300 ? sight.acknowledged.under(tenant, idempotencyKey) : exchange.before;
    return first === undefined ? differsFromRecord(exchange, sight) : differsFromFirst(exchange, first);
  },
};

function differsFromFirst({ request, answer }: Exchange, first: Success): string | undefined {
  const { name, idempotencyKey = "" } = request;
  if (contentOf(first.request) !== contentOf(request)) {
    const reused = codeOf(answer) === "IDEMPOTENCY_KEY_REUSED";
    return reused ? undefined : `${name} with another content under ${idempotencyKey} was answered ${answer.text}`;
  }
  if (first.answer.text === answer.text) return undefined;
  return `${name} under ${idempotencyKey} was answered ${first.answer.text}, then ${answer.text}`;
}

function differsFromRecord({ request, answer, remembered }: Exchange, { now }: Sight): string | undefined {
  if (remembered === undefined || remembered.forgetAt <= now) return undefined;
  if (codeOf(answer) === "IDEMPOTENCY_KEY_REUSED") return undefined;
  const same = "code" in remembered ? codeOf(answer) === remembered.code : answer.text === remembered.text;
  if (same) return undefined;
  return `${request.name} under ${request.idempotencyKey ?? ""} should repeat ${JSON.stringify(remembered)}: ${answer.text}`;
}

function contentOf({ method, path, body }: Exchange["request"]): string {
  return JSON.stringify([method, path, body]);
}

/** What may come in place of any answer, and leaves everything as it is. */
function passing(answer: Exchange["answer"]): boolean {
  const code = codeOf(answer);
  return code === "FAILED_INTERNAL_SYSTEM_PROCESSING" || code === "CONCURRENT_REQUEST";
}

/** Nothing acknowledged is forgotten: what a client was told stands in the books when it is told, with its key. */
export const nothingForgotten: Invariant = {
  name: "nothing acknowledged is forgotten",
  ofAnswer({ request, tenant, forgotten, answer }, sight) {
    if (answer.status >= 300 || request.method === "GET") return undefined;
    const { idempotencyKey } = request;
    if (idempotencyKey !== undefined && !forgotten && !sight.books.idempotency.has(`${tenant} ${idempotencyKey}`)) {
      return `${request.name} under ${idempotencyKey} succeeded, and the key is not remembered`;
    }
    return untrue({ request, answer }, sight);
  },
  always: ({ books }) =>
    firstProblem(books.forgotten, ([key, { forgetAt, at }]) =>
      at < forgetAt ? `${key} was forgotten before its time` : undefined,
    ),
  atRest(sight) {
    for (const success of sight.acknowledged.successes()) {
      const problem = untrue(success, sight);
      if (problem !== undefined) return problem;
    }
    return uncounted(sight);
  },
};

function untrue({ request, answer }: Pick<Exchange, "request" | "answer">, { books }: Sight): string | undefined {
  const { intentKey, token } = answer.body;
  if (typeof token === "string") {
    return books.sessions.has(sessionIdOf(token)) ? undefined : `a link was handed out, and its session is nowhere`;
  }
  if (typeof intentKey !== "string") return undefined;
  const intent = books.intents.get(intentKey);
  if (intent === undefined) return `${request.name} succeeded for ${intentKey}, which is nowhere`;
  const { status, canceledAmount } = intent;
  if (request.name.startsWith("confirm") && intent.approvedAt === null)
    return `${intentKey} was confirmed and is ${status}`;
  const canceled = request.name.startsWith("cancel");
  return canceled && canceledAmount === 0 ? `${intentKey} was canceled, and nothing says so` : undefined;
}

/** A session is stored under the hash of its token. */
function sessionIdOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Every part that a client was told is given back is given back: the parts together never exceed what the records say. */
function uncounted({ books, acknowledged }: Sight): string | undefined {
  const parts = new Map<string, number>();
  for (const { request, answer } of acknowledged.successes()) {
    const { intentKey } = answer.body;
    const amount = request.body !== undefined && "cancelAmount" in request.body ? request.body.cancelAmount : undefined;
    if (typeof intentKey !== "string" || typeof amount !== "number") continue;
    parts.set(intentKey, (parts.get(intentKey) ?? 0) + amount);
  }
  for (const [intentKey, amount] of parts) {
    const recorded = books.intents.get(intentKey)?.canceledAmount ?? 0;
    if (amount > recorded) return `${amount} won of ${intentKey} were acknowledged as canceled, ${recorded} are`;
  }
  return undefined;
}

/** A request under an idempotency key has one effect, however often it is sent: one session, one cancellation. */
export const oneEffect: Invariant = {
  name: "one effect of a key",
  always({ books }) {
    const effects = new Map<string, number>();
    const marked = [
      ...[...books.intents.values()].map(({ tenant, orderName }) => [tenant, keyOfMark(orderName), "session"]),
      ...[...books.attempts.values()].map(({ tenant, reason }) => [tenant, keyOfMark(reason ?? ""), "cancellation"]),
    ];
    return firstProblem(marked, ([tenant, key, effect]) => {
      if (key === undefined) return undefined;
      const times = (effects.get(`${tenant} ${key}`) ?? 0) + 1;
      effects.set(`${tenant} ${key}`, times);
      const allowed = 1 + (books.forgotten.get(`${tenant} ${key}`)?.times ?? 0);
      return times > allowed ? `${key} had its ${effect} ${times} times` : undefined;
    });
  },
};
