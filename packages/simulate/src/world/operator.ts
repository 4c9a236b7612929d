import { parseTenantId, type Payments, type Store, type Tenant, type TenantId } from "@wonflow/core";
import { attemptRecord, cancellationRecord, reversalRecord } from "@wonflow/core/records";
import { z } from "zod";
import type { PayoutBanks } from "../payout-bank/banks.ts";
import { outSince, payoutKeyOf } from "../payout/records.ts";
import { endTransfers } from "./back-offices.ts";
import { dayAt, dayLater } from "../calendar/closed-days.ts";
import type { CardNetworks } from "../card-network/networks.ts";
import type { DrawnPromises } from "../ports/card-promises.ts";
import type { Merchant } from "../client/client.ts";
import { seededRandom, type Random } from "../engine/random.ts";
import { receiverUrl } from "../webhook/receivers.ts";
import { authorizationOf, eventsOf, keyOf, type Contracts } from "./merchants.ts";
import type { Run } from "./run.ts";

interface OperatorOptions extends Omit<Run, "wire"> {
  /** Beside the processes, over the store itself. */
  readonly payments: Payments;
  readonly store: Store;
  readonly contracts: Contracts;
  readonly networks: CardNetworks;
  readonly banks: PayoutBanks;
  readonly paysOut: boolean;
}

const name = "operator";

export function startOperator(options: OperatorOptions) {
  const { seed, scheduler, trace, only } = options;
  const random = seededRandom(seed, name);
  const clock = scheduler.clockOf(undefined);
  const times = only?.includes(name) === false || random.chance(0.4) ? 0 : random.between(1, 4);
  const suspensions = seededRandom(seed, "suspensions");
  const suspends = only?.includes(name) !== false && suspensions.chance(0.25);
  const moves = seededRandom(seed, "moves");
  const moving = only?.includes(name) !== false && moves.chance(0.3);
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
      const cardNetwork = moves.pick([null, "default", "second", "second"]);
      trace.note(name, () => `moves ${merchant.tenant} to the card network ${cardNetwork ?? "without a name"}`);
      await moveTo(merchant, cardNetwork, options);
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
    names: times > 0 || suspends || moving ? [name] : [],
    hasFinished: () => active === 0,
    beginDay() {
      const [count, more] = [times > 0 ? random.below(3) : 0, suspends ? suspensions.below(4) : 0];
      if (times > 0) begin(() => work(count));
      if (suspends) begin(() => suspend(more));
      if (moving) begin(() => move(moves.below(6)));
    },
    lookAtFlagged: () => lookAtFlagged(options),
    endTransfers: async () => (options.paysOut ? endTransfers(options.payments, options.merchants) : undefined),
  };
}

type Task = (merchant: Merchant, random: Random, options: OperatorOptions) => Promise<unknown>;

/** A task that stands here twice is done twice as often. */
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
  const { cardNetwork } = await presentContract(options, tenant);
  await options.payments.merchants.register({ ...contract, feeRate, maxAmount, settlementDays, contracts, cardNetwork });
}

async function moveTo({ tenant }: Merchant, cardNetwork: string | null, options: OperatorOptions): Promise<void> {
  await options.payments.merchants.register({ ...(await presentContract(options, tenant)), cardNetwork });
}

async function presentContract({ payments }: OperatorOptions, tenant: TenantId) {
  const named = parseTenantId(tenant);
  const merchant = named && (await payments.merchants.get(named));
  if (merchant?.ok !== true) throw new Error(`${tenant} is not registered`);
  return merchant.value;
}

/** Not beyond the end: then all that waits has to come to rest. */
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

/**
 * A refused reversal was canceled by hand at the network, so the rest is given back by hand too. A cancellation whose
 * card lets none through was never made.
 */
async function lookAtFlagged(options: OperatorOptions): Promise<void> {
  const { payments, merchants, networks, scheduler, paysOut, profile } = options;
  const { requestDeadlineMs } = profile.settings;
  const now = scheduler.now();
  for (const { tenant: tenantId } of merchants) {
    const tenant = parseTenantId(tenantId);
    if (tenant === undefined) continue;
    if (paysOut) await lookAtPayouts(options, tenantId, tenant);
    const flagged = await payments.attempts.flagged(tenant, { limit: 100 });
    for (const { key, kind } of flagged.ok ? flagged.value.items : []) {
      const attempt = await attemptOf(options.store, tenantId, key);
      const approvalKey = attempt?.approvalKey;
      const record = approvalKey === undefined ? undefined : networks.books.record(tenantId, approvalKey);
      const note = "the network's statement";
      if (kind === "reversal" && record !== undefined && record.canceledAmount > 0) {
        await networks.giveBackRest(tenantId, record.key);
        await payments.attempts.resolve(tenant, key, { outcome: "done", at: new Date(now).toISOString(), note });
      } else if (
        kind === "reversal" &&
        record !== undefined &&
        /no-refund|refund-never-arrives/.test(record.cardToken ?? "")
      ) {
        // A card that takes no refunds can't be canceled after the reversal came too late.
        await networks.undoByHand(tenantId, record.key);
      } else if (
        attempt?.kind === "reversal" &&
        record !== undefined &&
        attempt.cancellationSent &&
        isOver(attempt, networks.books.promisesTo(tenantId), now)
      ) {
        // A cancellation in place of a net-cancel is sent once: where it never took effect, people give the money back.
        await networks.giveBackRest(tenantId, record.key);
      } else if (
        attempt?.kind === "reversal" &&
        record === undefined &&
        isOver({ deadline: attempt.openedAt + requestDeadlineMs }, networks.books.promisesTo(tenantId), now)
      ) {
        // The network once said that it had approved, and has nothing of it.
        await payments.attempts.resolve(tenant, key, { outcome: "done", at: new Date(now).toISOString(), note });
      }
      if (kind === "cancellation" && record?.cardToken?.includes("refund-never-arrives") === true) {
        await payments.attempts.resolve(tenant, key, { outcome: "not-done", note });
      }
    }
  }
}

async function lookAtPayouts(
  { payments: { payouts }, banks }: OperatorOptions,
  merchant: TenantId,
  tenant: Tenant,
): Promise<void> {
  const listed = await payouts.list(tenant, { limit: 10_000 });
  for (const payout of listed.ok ? listed.value.items : []) {
    if (!payout.reconciliationRequired) continue;
    const record = banks.books
      .records()
      .find(({ tenant: of, key }) => of === merchant && key === payoutKeyOf(payout.id));
    if (record?.status === "ACCEPTED") continue;
    const note = "the bank's own record";
    const paidAt = record && outSince(record);
    await (paidAt === undefined
      ? payouts.resolve(tenant, payout.id, { outcome: "not-done", note })
      : payouts.resolve(tenant, payout.id, { outcome: "done", at: new Date(paidAt).toISOString(), note }));
  }
}

const ofApproval = z.union([reversalRecord.schema, cancellationRecord.schema]);

async function attemptOf(store: Store, tenant: TenantId, key: string) {
  const { records } = await store.read(tenant, { keys: [{ kind: attemptRecord.name, id: key }] });
  return ofApproval.safeParse(records[0]?.body).data;
}

/** Whether all that was sent has taken effect, or never will. */
function isOver(
  { deadline }: { readonly deadline: number },
  { settlesWithinMs, exceededByMs }: DrawnPromises,
  now: number,
): boolean {
  return now >= deadline + settlesWithinMs + exceededByMs;
}
