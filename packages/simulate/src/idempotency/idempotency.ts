import type { TenantId } from "@wonflow/core";
import { idempotencyRecord } from "@wonflow/core/internal";
import type { z } from "zod";
import { attempts, isRelease, type PaymentAttempt, paymentAttempts } from "../attempt/records.ts";
import {
  type Acknowledgment,
  acknowledgmentIn,
  type Arrival,
  type Projection,
  type Exchange,
  firstProblem,
  type Invariant,
} from "../observation/invariant.ts";
import { writesOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import {
  type Knowledge,
  pickKnown,
  send,
  type Command,
  keyOfMark,
  type ClientRequest,
  type Answer,
  codeOf,
} from "../client/client.ts";
import { cancelRequest, confirmRequest, knownPayments } from "../payment/commands.ts";
import { intents } from "../payment/records.ts";
import { sellers } from "../seller/seller.ts";

interface KeyHistory {
  remembered: z.output<typeof idempotencyRecord.schema> | undefined;
  /** Since the key was last purged. */
  acknowledged: Acknowledgment | undefined;
  timesPurged: number;
  purged: { readonly at: number; readonly forgetAt: number } | undefined;
}

type RememberedAnswer = ({ readonly text: string } | { readonly code: string }) & { readonly forgetAt: number };

interface KeyAtArrival extends Readonly<Pick<KeyHistory, "acknowledged" | "timesPurged">> {
  readonly remembered: RememberedAnswer | undefined;
}

interface IdempotencyKeys {
  readonly histories: Map<string, KeyHistory>;
  readonly atArrival: WeakMap<Arrival, KeyAtArrival>;
}

const unused: Readonly<KeyHistory> = {
  remembered: undefined,
  acknowledged: undefined,
  timesPurged: 0,
  purged: undefined,
};

const idempotencyKeys: Projection<IdempotencyKeys> = {
  start: () => ({ histories: new Map(), atArrival: new WeakMap() }),
  onCommit({ histories }, changeSet) {
    for (const { name, body } of writesOf(idempotencyRecord, changeSet)) {
      const before = histories.get(name) ?? unused;
      const isPurged = body === null || body.fingerprint === "";
      histories.set(name, isPurged ? purge(before, changeSet.at) : { ...before, remembered: body });
    }
  },
  onArrival({ histories, atArrival }, arrival, observed) {
    const { idempotencyKey } = arrival.request;
    if (idempotencyKey === undefined) return;
    const { acknowledged, timesPurged } = histories.get(`${arrival.tenant} ${idempotencyKey}`) ?? unused;
    const remembered = rememberedAnswer(observed, arrival.tenant, idempotencyKey);
    atArrival.set(arrival, { remembered, acknowledged, timesPurged });
  },
  onAnswer({ histories }, exchange, observed) {
    const acknowledgment = acknowledgmentIn(exchange);
    const { idempotencyKey } = exchange.arrival.request;
    if (acknowledgment === undefined || idempotencyKey === undefined || wasPurged(observed, exchange.arrival)) return;
    const history = histories.get(`${acknowledgment.tenant} ${idempotencyKey}`) ?? unused;
    if (history.acknowledged !== undefined) return;
    histories.set(`${acknowledgment.tenant} ${idempotencyKey}`, { ...history, acknowledged: acknowledgment });
  },
};

function purge(history: Readonly<KeyHistory>, at: number): KeyHistory {
  if (history.remembered === undefined) return { ...history, acknowledged: undefined };
  return {
    remembered: undefined,
    acknowledged: undefined,
    timesPurged: history.timesPurged + 1,
    purged: { at, forgetAt: history.remembered.forgetAt },
  };
}

function keyHistory(observed: Observed, tenant: TenantId, idempotencyKey: string): Readonly<KeyHistory> {
  return observed.of(idempotencyKeys).histories.get(`${tenant} ${idempotencyKey}`) ?? unused;
}

function keyAtArrival(observed: Observed, arrival: Arrival): KeyAtArrival | undefined {
  return observed.of(idempotencyKeys).atArrival.get(arrival);
}

/** By now the key belongs to another request. */
function wasPurged(observed: Observed, arrival: Arrival): boolean {
  const { tenant, request } = arrival;
  const before = keyAtArrival(observed, arrival);
  if (before === undefined || request.idempotencyKey === undefined) return false;
  return keyHistory(observed, tenant, request.idempotencyKey).timesPurged !== before.timesPurged;
}

function rememberedAnswer(observed: Observed, tenant: TenantId, idempotencyKey: string): RememberedAnswer | undefined {
  const { remembered } = keyHistory(observed, tenant, idempotencyKey);
  const attempt = remembered?.attempt == null ? undefined : observed.of(attempts).get(tenant, remembered.attempt);
  if (remembered === undefined || attempt === undefined) return undefined;
  if (attempt.kind === "reversal" || attempt.kind === "authentication" || isRelease(attempt)) return undefined;
  if (attempt.answer === null) return undefined;
  const { answer } = attempt;
  const { forgetAt } = remembered;
  return answer.ok ? { text: JSON.stringify(answer.value), forgetAt } : { code: answer.error.code, forgetAt };
}

const requestsUnderKey: Knowledge<ClientRequest[]> = {
  start: () => [],
  onSend(known, request) {
    if (request.idempotencyKey !== undefined && !known.includes(request)) known.push(request);
  },
};

export const repeat: Command = {
  name: "repeat",
  async run(client) {
    const request = pickKnown(client, client.order.known.of(requestsUnderKey));
    if (request === undefined) return;
    // Mostly with the key that the merchant has now.
    const { authorization } = client.random.chance(0.8) ? client.order.merchant : request;
    await send(client, { ...request, authorization });
  },
};

const reuseKey: Command = {
  name: "reuse-key",
  async run(client) {
    const request = pickKnown(client, client.order.known.of(requestsUnderKey));
    const payment = pickKnown(client, client.order.known.of(knownPayments));
    if (request === undefined || payment === undefined) return;
    const key = request.idempotencyKey;
    const canceling = client.random.chance(0.5);
    await send(
      client,
      canceling
        ? cancelRequest(client, payment.intentKey, { cancelAmount: 1, key })
        : confirmRequest(client, payment, { key }),
    );
  },
};

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

export const part: Part = {
  projections: [idempotencyKeys],
  knowledge: [requestsUnderKey],
  commands: [
    [repeat, 2],
    [reuseKey, 1],
  ],
  invariants: [sameAnswer, noKeyLost, oneEffect],
};
