import { parseTenantId, type TenantId } from "@wonflow/core";
import { dayAt, dayLater } from "../calendar/calendar.ts";
import type { Merchant } from "../client/client.ts";
import { seededRandom, type Random } from "../engine/random.ts";
import { receiverUrl } from "../webhook/receivers.ts";
import { drawMethodFeeRates, endTransfers, authorizationOf, eventsOf, keyOf } from "./merchants.ts";
import { lookAtFlagged } from "./flagged.ts";
import { reconciling } from "./reconciling.ts";
import type { OperatorOptions } from "./run.ts";

const name = "operator";

export type Operator = ReturnType<typeof startOperator>;

export function startOperator(options: OperatorOptions) {
  const { seed, scheduler, trace, only } = options;
  const random = seededRandom(seed, name);
  const clock = scheduler.clockOf(undefined);
  const times = only?.includes(name) === false || random.chance(0.4) ? 0 : random.between(1, 4);
  const suspensions = seededRandom(seed, "suspensions");
  const suspends = only?.includes(name) !== false && suspensions.chance(0.25);
  const moves = seededRandom(seed, "moves");
  const moving = only?.includes(name) !== false && moves.chance(0.3);
  const byHand = reconciling(options);
  let active = 0;
  let begun = 0;

  async function work(count: number): Promise<void> {
    for (let done = 0; done < count; done += 1) {
      await clock.after(random.below(40_000)).elapsed;
      const merchant = random.pick(options.merchants);
      const task = random.pick(tasks);
      trace.note(name, () => `${task.name} ${merchant.tenant}`);
      await task(merchant, random, options);
    }
  }

  async function suspend(count: number): Promise<void> {
    for (let done = 0; done < count; done += 1) {
      const merchant = suspensions.pick(options.merchants);
      trace.note(name, () => `suspends ${merchant.tenant} for a while`);
      await suspendForAWhile(merchant, suspensions, options);
    }
  }

  async function move(count: number): Promise<void> {
    for (let done = 0; done < count; done += 1) {
      await clock.after(moves.below(12_000)).elapsed;
      const merchant = moves.pick(options.merchants);
      const gateway = moves.pick([null, "default", "second", "second"]);
      trace.note(name, () => `moves ${merchant.tenant} to the gateway ${gateway ?? "without a name"}`);
      await moveTo(merchant, gateway, options);
    }
  }

  function begin(task: () => Promise<void>): void {
    active += 1;
    begun += 1;
    const run = () => void task().finally(() => (active -= 1));
    scheduler.add({ name: `${name} begins ${begun}`, run });
  }

  if (times > 0) begin(() => work(times));
  if (suspends) begin(() => suspend(suspensions.between(2, 8)));
  if (moving) begin(() => move(moves.between(5, 25)));
  return {
    names: times > 0 || suspends || moving || byHand.worksByHand ? [name] : [],
    hasFinished: () => active === 0,
    beginDay() {
      const [count, more] = [times > 0 ? random.below(3) : 0, suspends ? suspensions.below(4) : 0];
      if (times > 0) begin(() => work(count));
      if (suspends) begin(() => suspend(more));
      if (moving) begin(() => move(moves.below(6)));
    },
    lookAtFlagged: () => lookAtFlagged(options),
    ...byHand,
    endTransfers: async () => (options.paysOut ? endTransfers(options.payments, options.merchants) : undefined),
  };
}

type Task = (merchant: Merchant, random: Random, options: OperatorOptions) => Promise<unknown>;

/** A task that is listed twice runs twice as often. */
const tasks: readonly Task[] = [
  changeContract,
  changeContract,
  changeContract,
  exchangeKeys,
  exchangeKeys,
  closeDay,
  closeDay,
  closeDay,
  setEndpoint,
  rotateSecret,
  resendDelivery,
  resendDelivery,
];

async function changeContract({ tenant }: Merchant, random: Random, options: OperatorOptions): Promise<void> {
  const contract = options.contracts.get(tenant);
  if (contract === undefined) return;
  const feeRate = random.pick(["0", "1.5", "2.85", "3.3", "3.2999", "12.5"]);
  const maxAmount = random.pick([20_000, 900_000, 900_000]);
  const settlementDays = random.pick([1, 2, 3, 3, 5]);
  const webhook = random.chance(0.8) ? contract.contracts?.webhook : random.chance(0.5);
  const payouts = options.paysOut && random.chance(0.2) ? random.chance(0.5) : contract.contracts?.payouts;
  const contracts = { ...contract.contracts, webhook, payouts };
  const { gateway } = await presentContract(options, tenant);
  await options.payments.merchants.register({
    ...contract,
    feeRate,
    maxAmount,
    settlementDays,
    contracts,
    gateway,
    ...(contract.methodFeeRates !== undefined && { methodFeeRates: drawMethodFeeRates(random) }),
  });
}

async function moveTo({ tenant }: Merchant, gateway: string | null, options: OperatorOptions): Promise<void> {
  await options.payments.merchants.register({ ...(await presentContract(options, tenant)), gateway });
}

async function presentContract({ payments }: OperatorOptions, tenant: TenantId) {
  const named = parseTenantId(tenant);
  const merchant = named && (await payments.merchants.get(named));
  if (merchant?.ok !== true) throw new Error(`${tenant} is not registered`);
  return merchant.value;
}

/** For a while only, as the end of the run needs the merchant's work to finish. */
async function suspendForAWhile({ tenant }: Merchant, random: Random, options: OperatorOptions): Promise<void> {
  const named = parseTenantId(tenant);
  const { payments, scheduler } = options;
  if (named === undefined) return;
  const clock = scheduler.clockOf(undefined);
  await clock.after(random.below(15_000)).elapsed;
  await payments.merchants.suspend(named, { reason: "complaints" });
  await clock.after(random.below(30_000)).elapsed;
  await payments.merchants.resume(named);
}

async function closeDay(_: Merchant, random: Random, { payments, scheduler }: OperatorOptions): Promise<void> {
  const { days } = await payments.calendar.closedDays();
  const [first] = days;
  const tomorrow = dayLater(dayAt(scheduler.now()), 1);
  if (first !== undefined && first >= tomorrow && random.chance(0.3)) await payments.calendar.reopen(first);
  else await payments.calendar.close(dayLater(tomorrow, random.pick([0, 0, 1, 2, 3, 4])));
}

async function setEndpoint({ tenant }: Merchant, random: Random, options: OperatorOptions): Promise<void> {
  const named = parseTenantId(tenant);
  const { payments, observer } = options;
  if (named === undefined) return;
  if (random.chance(0.2)) await payments.webhooks.remove(named);
  const url = receiverUrl(tenant, random.below(1000));
  const set = await payments.webhooks.set(named, { url, ...(random.chance(0.5) && { events: eventsOf(random) }) });
  if (!set.ok || set.value.secret === null) return;
  observer.onEvent({ kind: "secret", tenant, secret: set.value.secret, formerUntil: 0 });
}

async function rotateSecret({ tenant }: Merchant, random: Random, { payments, observer }: OperatorOptions) {
  const named = parseTenantId(tenant);
  if (named === undefined) return;
  const overlapMs = random.pick([0, 60_000, 24 * 60 * 60_000]);
  const rotated = await payments.webhooks.rotate(named, { overlapMs });
  if (!rotated.ok) return;
  const { secret, formerSecretUntil: formerUntil } = rotated.value;
  observer.onEvent({ kind: "secret", tenant, secret, formerUntil });
}

async function resendDelivery({ tenant }: Merchant, random: Random, { payments }: OperatorOptions): Promise<void> {
  const named = parseTenantId(tenant);
  if (named === undefined) return;
  const listed = await payments.webhooks.deliveries(named, { limit: 100 });
  const all = listed.ok ? listed.value.items : [];
  const exhausted = all.filter(({ status }) => status === "EXHAUSTED");
  const candidates = exhausted.length > 0 ? exhausted : all;
  if (candidates.length > 0) await payments.webhooks.resend(named, random.pick(candidates).id);
}

async function exchangeKeys(merchant: Merchant, random: Random, options: OperatorOptions): Promise<void> {
  const { payments, scheduler, observer } = options;
  const old = merchant.authorization;
  merchant.authorization = authorizationOf(await keyOf(payments, merchant.tenant, "secret"));
  await scheduler.clockOf(undefined).after(random.below(20_000)).elapsed;
  const tenant = parseTenantId(merchant.tenant);
  if (tenant === undefined) return;
  observer.onEvent({ kind: "key", authorization: old, is: "being revoked" });
  const revoked = await payments.keys.revoke(tenant, atob(old.slice("Basic ".length)).slice(0, -1));
  if (revoked.ok) observer.onEvent({ kind: "key", authorization: old, is: "revoked" });
}
