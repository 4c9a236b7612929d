import {
  seededRandom,
  type Caller,
  type FaultKind,
  type Scheduler,
  type Trace,
  type Wire,
} from "@wonflow/testkit/simulator";
import { brief } from "./brief.ts";
import type { Client, Order, Shop } from "./client/client.ts";
import { live } from "./client/commands.ts";
import { codeOf, textField, type Answer, type SentRequest } from "./exchange.ts";
import type { Fleet } from "./fleet.ts";
import type { PaymentCall } from "./ports.ts";
import type { Profile } from "./profile.ts";
import type { Watch } from "./watch.ts";

export interface CrowdOptions {
  readonly seed: number;
  readonly profile: Profile;
  readonly scheduler: Scheduler;
  readonly wire: Wire;
  readonly trace: Trace;
  readonly fleet: Fleet;
  readonly watch: Watch;
  readonly shops: readonly Shop[];
  /** The only clients that come. */
  readonly only: readonly string[] | undefined;
}

/** Everybody who uses the service in a run. */
export interface Crowd {
  readonly names: readonly string[];
  readonly allGone: () => boolean;
}

const overHttp = ["fail-before", "fail-after", "late", "twice"] as const satisfies readonly FaultKind[];

/** Lets the clients of a seed begin; each belongs to an order, which several may share. */
export function startClients(options: CrowdOptions): Crowd {
  const { seed, profile, scheduler, only } = options;
  const random = seededRandom(seed, "orders");
  const orders: Order[] = Array.from({ length: profile.orders }, (_, index) => ({
    shop: random.pick(options.shops),
    orderId: `order-20261120-${String(index + 1).padStart(4, "0")}`,
    amount: random.pick([1, 10, 999, 10_000, 55_500, 899_000]) + random.below(10),
    tokens: [],
    payments: [],
    keyed: [],
  }));
  const owners = Array.from({ length: profile.clients }, (_, index) => random.below(index === 0 ? 1 : orders.length));
  const all = owners.map((order, index) => ({ name: `C${index + 1}`, order: orders[order] }));
  let here = 0;
  const names: string[] = [];
  for (const { name, order } of all) {
    if (order === undefined || only?.includes(name) === false) continue;
    names.push(name);
    here += 1;
    const client = clientOf(name, order, options);
    const begin = () =>
      live(client, ({ name: command }) => options.trace.note(name, () => `wants to ${command}`)).finally(
        () => (here -= 1),
      );
    scheduler.add({ name: `${name} begins`, delayMs: client.random.below(5_000), run: () => void begin() });
  }
  return { names, allGone: () => here === 0 };
}

function clientOf(name: string, order: Order, options: CrowdOptions): Client {
  const { seed, profile, scheduler } = options;
  const random = seededRandom(seed, `client ${name}`);
  const caller: Caller = { name, stopped: false, pausedUntil: 0, stop: () => undefined };
  let keys = 0;
  return {
    name,
    order,
    random,
    clock: scheduler.clockOf(caller),
    timeoutMs: profile.clientTimeoutMs,
    newKey: () => `${name}-key-${(keys += 1)}`,
    send: (request) => options.wire.send(caller, callOf(request, { order, random }, options)),
  };
}

/** A request on its way to one of the processes that run. */
function callOf(
  request: SentRequest,
  { order, random }: Pick<Client, "order" | "random">,
  { fleet, watch }: CrowdOptions,
): PaymentCall<Answer> {
  const target = random.below(1000);
  const { tenant } = order.shop;
  return {
    name: `http.${request.name}`,
    possible: overHttp,
    asks: () => asked(request),
    says: (answer) => `${answer.status} ${codeOf(answer) ?? textField(answer, "status")}`,
    payments: () => /\b0{4,}\d+\b/.exec(`${request.path} ${JSON.stringify(request.body ?? {})}`) ?? [],
    async effect() {
      const running = fleet.running();
      const process = running[target % Math.max(1, running.length)];
      if (process === undefined) throw new Error("nobody listens");
      const remembered = rememberedUnder(watch, tenant, request.idempotencyKey);
      const before = watch.toldBefore(tenant, request.idempotencyKey);
      const timesForgotten = () => watch.books.forgotten.get(`${tenant} ${request.idempotencyKey ?? ""}`)?.times;
      const times = timesForgotten();
      const { answer, errors } = await fleet.serve(process, request);
      watch.answered({ request, tenant, remembered, before, forgotten: timesForgotten() !== times, answer, errors });
      return answer;
    },
  };
}

function asked({ path, body, idempotencyKey }: SentRequest): string {
  const key = idempotencyKey === undefined ? "" : ` under ${idempotencyKey}`;
  return `${brief(path)}${body === undefined ? "" : ` ${brief(JSON.stringify(body))}`}${key}`;
}

/** What is remembered under an idempotency key, where its outcome is known already. */
function rememberedUnder({ books }: Watch, tenant: string, idempotencyKey: string | undefined) {
  if (idempotencyKey === undefined) return undefined;
  const record = books.idempotency.get(`${tenant} ${idempotencyKey}`);
  const attempt = record?.attempt == null ? undefined : books.attempts.get(record.attempt);
  if (record === undefined || attempt === undefined || attempt.answer === null) return undefined;
  const { answer } = attempt;
  const { forgetAt } = record;
  return answer.ok ? { text: JSON.stringify(answer.value), forgetAt } : { code: answer.error.code, forgetAt };
}
