import { expect, test } from "vitest";
import { chanceBy, type Chance } from "../chance.ts";
import { judgeOrder } from "./history.ts";
import { orderModel, type OrderAct, type OrderRequest, type Order } from "./order-model.ts";
import type { RecordedCall, Reply } from "./recording.ts";

const canceled = [0, 3_000, 6_000, 9_000];

const views = [
  "READY 0",
  "IN_PROGRESS 0",
  "EXPIRED 0",
  "ABORTED 0",
  "CANCELED 10000",
  ...canceled.flatMap((won) => [`DONE ${won}`, `PARTIAL_CANCELED ${won}`]),
];

const links = ["OPEN", "AUTHENTICATED", "CONFIRMING", "PAID", "EXPIRED", "SUPERSEDED"];

const answers = [
  "opened",
  "authenticated",
  "given up",
  ...links,
  ...views,
  ...views.map((view) => `${view} canceling`),
];

const refusals = [
  "NOT_FOUND_PAYMENT",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "DUPLICATED_ORDER_ID",
  "EXPIRED_PAYMENT_SESSION",
  "INVALIDATED_PAYMENT_SESSION",
  "ALREADY_PROCESSED_PAYMENT",
  "ALREADY_CANCELED_PAYMENT",
  "UNAPPROVED_ORDER_ID",
  "REJECT_CARD_PAYMENT",
  "NOT_CANCELABLE_PAYMENT",
  "NOT_CANCELABLE_AMOUNT",
  "NOT_MATCHES_REFUNDABLE_AMOUNT",
];

const possible: readonly Reply[] = [
  ...answers.map((says) => ({ says })),
  ...refusals.map((says) => ({ says, isRefusal: true })),
];

/** A call in progress, and its outcome. */
interface Running {
  readonly call: {
    readonly number: number;
    readonly client: string;
    readonly request: OrderRequest;
    readonly begin: number;
  };
  readonly isReceived: boolean;
  hasStarted: boolean;
  reply: Reply | undefined;
}

interface How {
  readonly length: number;
  /** The share of the calls whose answer arrives. */
  readonly answeredShare: number;
  /** How many of them overlap at most; 3 by default. */
  readonly atOnce?: number;
}

/** A service that does what the model allows, one step at a time, while clients call it; some answers are lost. */
class MadeHistory {
  readonly calls: RecordedCall<OrderRequest>[] = [];
  readonly #chance: Chance;
  readonly #how: How;
  readonly #running: Running[] = [];
  #order: Order = orderModel.initial;
  #now = 0;

  constructor(chance: Chance, how: How) {
    this.#chance = chance;
    this.#how = how;
  }

  run(): void {
    const { length, atOnce = 3 } = this.#how;
    for (let number = 1; number <= length; number += 1) {
      while (this.#running.filter(({ isReceived }) => isReceived).length >= atOnce) this.#step();
      this.#begin(number);
      for (let steps = this.#chance.between(0, 3); steps > 0; steps -= 1) this.#step();
    }
    while (this.#running.some(({ isReceived }) => isReceived)) this.#step();
    for (const { call } of this.#running) this.calls.push({ ...call, end: Infinity, reply: undefined });
  }

  #begin(number: number): void {
    this.#now += 1;
    const call = { number, client: "1", request: this.#request(), begin: this.#now };
    const isReceived = this.#chance.of(this.#how.answeredShare);
    this.#running.push({ call, isReceived, hasStarted: false, reply: undefined });
  }

  #request(): OrderRequest {
    const sessions = this.calls.filter(({ reply }) => reply?.says === "opened").map(({ number }) => number);
    const [session = 0] = sessions.slice(-1);
    // Clients know the keys that they have received.
    const intentKey = this.calls.flatMap(({ reply }) => reply?.intentKey ?? []).at(this.#chance.between(-2, -1));
    if (session === 0 || this.#chance.of(0.1)) return { what: "open a session" };
    if (intentKey === undefined) return { what: "authenticate", session };
    const part = this.#chance.of(0.5) ? {} : { amount: 3_000 };
    return this.#chance.pick<OrderRequest>([
      { what: "authenticate", session },
      { what: "give up", session },
      { what: "read the checkout", session },
      { what: "confirm", intentKey },
      { what: "confirm", intentKey },
      { what: "cancel", of: "order", ...part },
      { what: "cancel", of: { intentKey }, ...part },
      { what: "look up", of: "order" },
      { what: "look up", of: { intentKey } },
    ]);
  }

  /** One step of one call: an attempt is opened, an outcome committed, or an answer received. */
  #step(): void {
    this.#now += 1;
    const [first, ...others] = this.#running;
    if (first === undefined) return;
    const running = this.#chance.pick([first, ...others]);
    const { call, isReceived } = running;
    if (running.reply !== undefined) {
      this.#running.splice(this.#running.indexOf(running), 1);
      const received = isReceived ? { end: this.#now, reply: running.reply } : { end: Infinity, reply: undefined };
      this.calls.push({ ...call, ...received });
      return;
    }
    const act: OrderAct = { moment: "end", call: call.number, request: call.request, reply: undefined };
    const started = orderModel.step(this.#order, { ...act, moment: "begin" })[0];
    if (!running.hasStarted && started !== undefined) {
      running.hasStarted = true;
      this.#order = started;
      return;
    }
    const outcomes = possible.flatMap((reply) => {
      const named = { ...reply, ...(reply.isRefusal !== true && { intentKey: this.#keyFor(call.request) }) };
      return orderModel.step(this.#order, { ...act, reply: named }).map((after) => ({ reply: named, after }));
    });
    const [one, ...more] = outcomes;
    if (one === undefined) return;
    const outcome = this.#chance.pick([one, ...more]);
    running.reply = outcome.reply;
    this.#order = outcome.after;
  }

  /** The payment's key in the answer to a request; a new payment has the key of its session. */
  #keyFor(request: OrderRequest): string | undefined {
    const { payments } = this.#order;
    if (request.what === "open a session" || request.what === "read the checkout") return undefined;
    if (request.what === "confirm") return request.intentKey;
    if ("session" in request) return `key of ${request.session}`;
    if (request.of !== "order") return request.of.intentKey;
    const current = payments.at(-1);
    return current?.intentKey ?? `key of ${current?.session ?? "none"}`;
  }
}

function made(seed: number, how: How): readonly RecordedCall<OrderRequest>[] {
  const history = new MadeHistory(chanceBy(`made ${seed}`), how);
  history.run();
  return history.calls;
}

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test.each([
  { answeredShare: 1, length: 60, most: 500 },
  { answeredShare: 0.8, length: 40, most: 1_000 },
  { answeredShare: 0.6, length: 25, most: 1_000 },
  { answeredShare: 0.3, length: 40, most: 10_000 },
])("answers of the model itself are linearizable, with $length calls and a share of $answeredShare answered", (how) => {
  const judged = seeds.map((seed) => judgeOrder(`${seed}`, made(seed, how)));
  const wrong = judged.filter(({ judgement }) => judgement.verdict !== "linearizable");
  expect(wrong.map(({ name, judgement, timeline }) => [name, judgement, timeline])).toEqual([]);
  expect(Math.max(...judged.map(({ judgement }) => judgement.configurations))).toBeLessThan(how.most);
});

test("after sequential calls one answer to a look-up is right, and all others are found wrong", () => {
  for (const seed of seeds.slice(0, 10)) {
    const calls = made(seed, { answeredShare: 1, length: 30, atOnce: 1 });
    const begin = Math.max(...calls.map(({ end }) => end)) + 1;
    const lookUp = { request: { what: "look up", of: "order" } as const, begin, end: begin + 1 };
    const last = { ...lookUp, number: 99, client: "last" };
    const verdictOf = (says: string) => judgeOrder("", [...calls, { ...last, reply: { says } }]).judgement.verdict;
    const right = views.filter((says) => verdictOf(says) === "linearizable");
    const wrong = views.filter((says) => verdictOf(says) === "not linearizable");
    expect({ right: right.length, wrong: wrong.length }).toEqual({ right: 1, wrong: views.length - 1 });
  }
});
