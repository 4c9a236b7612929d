import type { TenantId } from "@wonflow/core";
import { knownKeys } from "../billing/requests.ts";
import {
  type Client,
  type Order,
  type Command,
  runWorkload,
  type Answer,
  type ClientRequest,
  codeOf,
  textField,
} from "../client/client.ts";
import type { FaultKind } from "../engine/faults.ts";
import { seededRandom } from "../engine/random.ts";
import { createState, type State, type StatePart } from "../engine/state.ts";
import type { Caller } from "../engine/wire.ts";
import { backOffice, buyingInWindows, chargingServer, knowledge, workload } from "../parts.ts";
import type { BuyersWindows } from "../ports/gateway-window.ts";
import { type PortCall, shortIds } from "../ports/port-call.ts";
import type { Processes } from "./processes.ts";
import type { Run } from "./run.ts";

interface ClientsOptions extends Run {
  readonly processes: Processes;
  readonly gateways: { readonly windows: BuyersWindows };
  readonly letTimePass: (ms: number) => void;
}

const overHttp = ["fail-before", "fail-after", "late", "twice"] as const satisfies readonly FaultKind[];

export function startClients(options: ClientsOptions) {
  const { seed, profile, scheduler, trace, only } = options;
  const random = seededRandom(seed, "orders");
  const one = seededRandom(seed, "one merchant");
  const everyones = profile.window !== null && one.chance(0.8) ? one.pick(options.merchants) : undefined;
  const orders: Order[] = Array.from({ length: profile.orders }, (_, index) => ({
    merchant: everyones ?? random.pick(options.merchants),
    orderId: `order-20261120-${String(index + 1).padStart(4, "0")}`,
    amount: random.pick([1, 10, 999, 10_000, 55_500, 899_000]) + random.below(10),
    known: createState(),
  }));
  const ordersOf = Array.from({ length: profile.clients }, (_, index) => random.below(index === 0 ? 1 : orders.length));
  const buyingHere = profile.window === null ? workload : buyingInWindows;
  const all = [
    ...ordersOf.map((order, index) => ({ name: `C${index + 1}`, order: orders[order], what: buyingHere })),
    ...chargingServersOf(options, orders).map((order, index) => {
      return { name: `S${index + 1}`, order, what: chargingServer };
    }),
    ...backOfficesOf(options).map((order, index) => ({ name: `B${index + 1}`, order, what: backOffice })),
  ];
  const names: string[] = [];
  let active = 0;
  let buying = 0;

  /** While a client buys, days rarely pass, as every link would expire. */
  function letTimePass(client: Client, ms: number): void {
    if (buying === 0 || client.random.chance(0.2)) options.letTimePass(ms);
  }

  for (const { name, order, what } of all) {
    if (order === undefined || only?.includes(name) === false) continue;
    names.push(name);
    active += 1;
    if (what === buyingHere) buying += 1;
    const client = createClient(name, order, { ...options, letTimePass: (ms) => letTimePass(client, ms) });
    const listener = {
      onCommand: (command: Command) => trace.note(name, () => `wants to ${command.name}`),
      onPurchased: () => (buying -= what === buyingHere ? 1 : 0),
    };
    const run = () => runWorkload(client, what, listener).finally(() => (active -= 1));
    scheduler.add({ name: `${name} begins`, delayMs: client.random.below(5_000), run: () => void run() });
  }
  return { names, allFinished: () => active === 0 };
}

function backOfficesOf({ seed, profile, merchants }: ClientsOptions): readonly Order[] {
  const random = seededRandom(seed, "back offices of merchants");
  const ofMerchants = merchants.map((merchant): Order => {
    return { merchant, orderId: "order-20261120-none", amount: 1, known: createState() };
  });
  const mostly = random.pick(ofMerchants);
  return Array.from({ length: profile.backOffices }, () => (random.chance(0.9) ? mostly : random.pick(ofMerchants)));
}

/**
 * The servers of one merchant share their knowledge. All know all billing keys, as those of a merchant that confuses its
 * modes.
 */
function chargingServersOf({ seed, profile, merchants }: ClientsOptions, bought: readonly Order[]): readonly Order[] {
  const random = seededRandom(seed, "charging servers");
  const mostly = random.pick(merchants);
  const keys = createState();
  const known = new Map<TenantId, State>();
  return Array.from({ length: profile.chargingServers }, (_, index): Order => {
    const other = random.chance(0.4) ? random.pick(bought) : undefined;
    const merchant = other?.merchant ?? (random.chance(0.8) ? mostly : random.pick(merchants));
    const shared = known.get(merchant.tenant) ?? knowingKeys(keys);
    known.set(merchant.tenant, shared);
    const own = { orderId: `subscription-2026-${index + 1}`, amount: random.pick([3, 999, 55_500, 120_000]) };
    return { ...(other ?? own), merchant, known: shared };
  });
}

function knowingKeys(keys: State): State {
  const own = createState();
  const isOfKeys = (part: StatePart<unknown>) => part === knownKeys;
  return { of: (part) => (isOfKeys(part) ? keys : own).of(part) };
}

function createClient(name: string, order: Order, options: ClientsOptions): Client {
  const { seed, profile, scheduler } = options;
  const random = seededRandom(seed, `client ${name}`);
  const caller: Caller = { name, stopped: false, pausedUntil: 0, stop: () => undefined, sleep: () => undefined };
  let keys = 0;
  return {
    name,
    order,
    random,
    clock: scheduler.clockOf(caller),
    windows: options.gateways.windows,
    identified: profile.identified,
    timeoutMs: profile.clientTimeoutMs,
    appendsKey: seededRandom(seed, `retry layer of ${name}`).chance(0.3),
    letTimePass: options.letTimePass,
    newKey: () => `${name}-key-${(keys += 1)}`,
    send: (request) => options.wire.send(caller, httpCall(request, { order, random }, options)),
    knowledge,
  };
}

function httpCall(
  request: ClientRequest,
  { order, random }: Pick<Client, "order" | "random">,
  { processes, observer }: ClientsOptions,
): PortCall<Answer> {
  const target = random.below(1000);
  return {
    name: `http.${request.name}`,
    possible: overHttp,
    requestText: () => requestText(request),
    answerText: (answer) => `${answer.status} ${codeOf(answer) ?? textField(answer, "status")}`,
    about: () => paymentsIn(request).map((id) => ({ key: { kind: "intent", id } })),
    async effect() {
      const running = processes.running();
      const process = running[target % Math.max(1, running.length)];
      if (process === undefined) throw new Error("no process is running");
      const arrival = { tenant: order.merchant.tenant, request };
      observer.onArrival(arrival);
      const { answer, errors } = await processes.serve(process, request);
      observer.onAnswer({ arrival, answer, errors });
      return answer;
    },
  };
}

function paymentsIn({ path, body = {} }: ClientRequest): readonly string[] {
  return /\b0{4,}\d+\b/.exec(`${path} ${JSON.stringify(body)}`) ?? [];
}

function requestText({ path, body, idempotencyKey }: ClientRequest): string {
  const key = idempotencyKey === undefined ? "" : ` under ${idempotencyKey}`;
  return `${shortIds(path)}${body === undefined ? "" : ` ${shortIds(JSON.stringify(body))}`}${key}`;
}
