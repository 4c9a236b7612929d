import { type PaymentAttempt, paymentAttempts } from "../attempt/records.ts";
import { keyOfMark } from "../client/merchant-request.ts";
import { type Answer, type ClientRequest, codeOf } from "../client/request.ts";
import {
  type Acknowledgment,
  acknowledgmentIn,
  type Exchange,
  firstProblem,
  type Invariant,
} from "../observation/invariant.ts";
import type { Part } from "../part.ts";
import { intents } from "../payment/records.ts";
import { sellers } from "../seller/records.ts";
import { idempotencyKeys, keyAtArrival, keyHistory, type RememberedAnswer, wasPurged } from "./keys.ts";

const sameAnswer: Invariant = {
  name: "same answer to a repeat",
  ofAnswer(exchange, observed) {
    const { arrival, answer } = exchange;
    const { idempotencyKey } = arrival.request;
    const before = keyAtArrival(observed, arrival);
    if (idempotencyKey === undefined || before === undefined) return undefined;
    if (wasPurged(observed, arrival) || isTemporary(answer)) return undefined;
    const { acknowledged } = keyHistory(observed, arrival.tenant, idempotencyKey);
    // A request that arrived before the first success was answered may be answered as still in progress.
    const first = answer.status < 300 ? acknowledged : before.acknowledged;
    if (first !== undefined) return differsFromFirst(exchange, first);
    const { remembered } = before;
    if (remembered === undefined || remembered.forgetAt <= observed.now) return undefined;
    return differsFromRemembered(exchange, remembered);
  },
};

function differsFromFirst({ arrival, answer }: Exchange, first: Acknowledgment): string | undefined {
  const { name, idempotencyKey = "" } = arrival.request;
  if (contentOf(first.request) !== contentOf(arrival.request)) {
    const reused = codeOf(answer) === "IDEMPOTENCY_KEY_REUSED";
    return reused ? undefined : `${name} with another content under ${idempotencyKey} was answered ${answer.text}`;
  }
  if (first.answer.text === answer.text) return undefined;
  return `${name} under ${idempotencyKey} was answered ${first.answer.text}, then ${answer.text}`;
}

function differsFromRemembered({ arrival, answer }: Exchange, remembered: RememberedAnswer): string | undefined {
  if (codeOf(answer) === "IDEMPOTENCY_KEY_REUSED") return undefined;
  const same = "code" in remembered ? codeOf(answer) === remembered.code : answer.text === remembered.text;
  if (same) return undefined;
  const { name, idempotencyKey = "" } = arrival.request;
  return `${name} under ${idempotencyKey} must be answered ${JSON.stringify(remembered)} again, and was answered ${answer.text}`;
}

function contentOf({ method, path, body }: ClientRequest): string {
  return JSON.stringify([method, path, body]);
}

/** These may replace any other answer, and change nothing. */
function isTemporary(answer: Answer): boolean {
  const code = codeOf(answer);
  return ["FAILED_INTERNAL_SYSTEM_PROCESSING", "STORE_UNAVAILABLE", "CONCURRENT_REQUEST", "UNAUTHORIZED_KEY"].includes(
    code ?? "",
  );
}

const noKeyLost: Invariant = {
  name: "no idempotency key is lost",
  ofAnswer(exchange, observed) {
    const { arrival } = exchange;
    const { name, idempotencyKey } = arrival.request;
    if (acknowledgmentIn(exchange) === undefined || idempotencyKey === undefined) return undefined;
    if (wasPurged(observed, arrival)) return undefined;
    const { remembered } = keyHistory(observed, arrival.tenant, idempotencyKey);
    return remembered === undefined
      ? `${name} under ${idempotencyKey} succeeded, and its key is not stored`
      : undefined;
  },
  always: (observed) =>
    firstProblem(observed.of(idempotencyKeys).histories, ([key, { purged }]) =>
      purged !== undefined && purged.at < purged.forgetAt ? `${key} was purged before its time` : undefined,
    ),
};

const oneEffect: Invariant = {
  name: "one effect of a key",
  always(observed) {
    const effects = new Map<string, number>();
    const marked = [
      ...[...observed.of(intents).values()].map(({ tenant, orderName }) => [tenant, orderName, "payment"] as const),
      ...[...observed.of(sellers).values()].map(({ tenant, name }) => [tenant, name, "seller"] as const),
      ...paymentAttempts(observed).map((each) => [each.tenant, markedText(each), "cancellation"] as const),
    ];
    return firstProblem(marked, ([tenant, text, effect]) => {
      const key = keyOfMark(text);
      if (key === undefined) return undefined;
      const times = (effects.get(`${tenant} ${key}`) ?? 0) + 1;
      effects.set(`${tenant} ${key}`, times);
      const allowed = 1 + keyHistory(observed, tenant, key).timesPurged;
      return times > allowed ? `the request under ${key} has had its effect, a ${effect}, ${times} times` : undefined;
    });
  },
};

/** The attempts of one request, one for each method, count once. */
function markedText(attempt: PaymentAttempt): string {
  if (attempt.kind !== "cancellation") return "";
  const [first = attempt.key] = attempt.group;
  return first === attempt.key ? (attempt.reason ?? "") : "";
}

export const part: Part = { invariants: [sameAnswer, noKeyLost, oneEffect] };
