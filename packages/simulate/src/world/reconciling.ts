import { parseTenantId, type Difference, type Tenant, type TenantId } from "@wonflow/core";
import type { ApprovalRecord } from "@wonflow/sandbox";
import { dayAt, dayLater } from "../calendar/calendar.ts";
import { seededRandom, type Random } from "../engine/random.ts";
import type { DoneByHand } from "../observation/event.ts";
import { gatewayNames } from "../ports/gateway.ts";
import type { OperatorOptions } from "./run.ts";

/** In some runs employees of a gateway refund money by hand and type payments in. Reconciliation must find both. */
export function reconciling(options: OperatorOptions) {
  const { seed, scheduler, only, trace } = options;
  const random = seededRandom(seed, "by hand");
  const worksByHand = only?.includes("operator") !== false && random.chance(0.4);
  const firstDay = dayAt(scheduler.now());
  let typed: readonly Typed[] = [];
  return {
    worksByHand,
    /** False if nothing was done. */
    async workByHand(): Promise<boolean> {
      if (!worksByHand) return false;
      const again = await takeAgain(random, options);
      const given = await refund(random, options);
      typed = await typeIn(random, options);
      trace.note("people", () => `refund ${given} times and type in ${typed.length} payments`);
      return again + given + typed.length > 0;
    },
    /** Reconciles each day that is over; false if none of our payments differed. */
    async reconcileDays(): Promise<boolean> {
      const today = dayAt(scheduler.now());
      let isWrong = false;
      for (const { tenant } of options.merchants) {
        const differences = new Map<string, Difference>();
        for (let day = firstDay; day < today; day = dayLater(day, 1)) {
          for (const found of await reconcileDay(tenant, day, options)) differences.set(found.reference, found);
        }
        for (const found of differences.values()) {
          isWrong ||= found.kind !== "only-theirs";
          await act(tenant, found, { random, ...options });
        }
      }
      // Without a list our reconciliation can't find them: the employees who typed them in cancel them.
      if (options.gateways.keepsLists) return isWrong;
      for (const { tenant, approvalKey } of typed) await cancelTyped(tenant, approvalKey, options);
      return isWrong;
    },
  };
}

/** Chargebacks of payments that were refunded in full, entered from the gateway's letters. */
async function takeAgain(random: Random, { gateways, payments, scheduler }: OperatorOptions): Promise<number> {
  let count = 0;
  const given = gateways.books.records().filter(({ state, amount, canceledAmount }) => {
    return state === "APPROVED" && canceledAmount === amount;
  });
  for (const { tenant: name, key, amount: approved } of given) {
    const tenant = parseTenantId(name);
    if (tenant === undefined || random.chance(0.5)) continue;
    const amount = random.chance(0.5) ? approved : random.between(1, approved);
    const at = new Date(scheduler.now()).toISOString();
    const evidence = { outcome: "charged-back", amount, at, note: "the gateway's letter" } as const;
    const entered = await payments.attempts.resolve(tenant, key, evidence);
    if (!entered.ok || entered.value.entered?.isRepeat !== false) continue;
    gateways.hands.takeAgain({ tenant: name, key }, amount);
    count += 1;
  }
  return count;
}

async function refund(random: Random, options: OperatorOptions): Promise<number> {
  const { gateways } = options;
  const standing = gateways.books.records().filter(({ state, amount, canceledAmount }) => {
    return state === "APPROVED" && canceledAmount < amount;
  });
  let count = 0;
  for (const { tenant, key } of standing) {
    if (random.chance(0.2)) continue;
    const approval = { tenant, approvalKey: key };
    const [part, isChargeback] = [random.pick([0, 1] as const), random.chance(0.4)];
    const before = refundedOf(gateways.books.record(tenant, key));
    await gateways.hands.cancel({ approval, part, isChargeback });
    const amount = refundedOf(gateways.books.record(tenant, key)) - before;
    if (amount === 0) continue;
    notify("refunded", { ...approval, amount }, options);
    await sendMessages(approval, options);
    count += 1;
  }
  return count;
}

/** Providers with a window send a message about what was refunded. The other gateway's is about no call of its own. */
async function sendMessages(
  { tenant, approvalKey }: Pick<Typed, "tenant" | "approvalKey">,
  { gateways, asking }: OperatorOptions,
): Promise<void> {
  const record = gateways.books.record(tenant, approvalKey);
  if (record === undefined) return;
  const remainingAmount = record.amount - refundedOf(record);
  const body = JSON.stringify({ signed: true, keys: [approvalKey], tenant, remainingAmount });
  for (const name of gatewayNames) await asking.checkout.notified(name, { headers: {}, body });
}

function refundedOf(record: ApprovalRecord | undefined): number {
  return record?.canceledAmount ?? 0;
}

type Typed = Pick<DoneByHand, "tenant" | "approvalKey" | "amount">;

async function typeIn(random: Random, options: OperatorOptions): Promise<readonly Typed[]> {
  const { merchants, gateways } = options;
  const all: Typed[] = [];
  const count = random.pick([0, 0, 1, 2]);
  for (let number = 1; number <= count; number += 1) {
    const { tenant } = random.pick(merchants);
    const mode = parseTenantId(tenant)?.mode ?? "test";
    const typed = { tenant, key: `typed.${number}`, amount: random.between(1, 50_000) };
    await gateways.typeIn({ mode, name: random.pick(gatewayNames) }, typed);
    const done = { tenant, approvalKey: `people.${typed.key}`, amount: typed.amount };
    notify("typed in", done, options);
    all.push(done);
  }
  return all;
}

function notify(what: DoneByHand["what"], done: Typed, { observer, gateways, scheduler }: OperatorOptions): void {
  const isListed = gateways.keepsLists;
  observer.onEvent({ kind: "by-hand", done: { what, ...done, at: scheduler.now(), isListed } });
}

async function reconcileDay(
  tenant: TenantId,
  day: string,
  { asking, observer }: OperatorOptions,
): Promise<readonly Difference[]> {
  const named = parseTenantId(tenant);
  const found = named && (await asking.reconcile(named, day));
  if (found?.ok !== true) throw new Error(`${day} of ${tenant} could not be reconciled`);
  observer.onEvent({ kind: "reconciled", tenant, found: found.value });
  return found.value.differences.filter(({ about }) => about === "payment");
}

const dayMs = 24 * 60 * 60 * 1000;

/** Does what a difference recommends. */
async function act(
  tenantId: TenantId,
  { kind, reference, action }: Difference,
  { random, ...options }: OperatorOptions & { readonly random: Random },
): Promise<void> {
  const tenant = parseTenantId(tenantId);
  if (tenant === undefined) return;
  if (kind === "only-theirs") await cancelTyped(tenantId, reference, options);
  const [, key, amount] =
    /attempts\.resolve\(tenant, "([^"]+)", \{ outcome: "canceled", amount: (\d+)/.exec(action) ?? [];
  if (key !== undefined) await enter(tenant, { key, amount: Number(amount) }, { random, ...options });
}

/**
 * Enters a refund as operators do: first with a wrong date, then two at once, and again from another note. All of them
 * are one refund. If it is mistaken for a refund that is booked already, it is entered as separate.
 */
async function enter(
  tenant: Tenant,
  { key, amount }: { readonly key: string; readonly amount: number },
  { random, payments, gateways }: OperatorOptions & { readonly random: Random },
): Promise<void> {
  const record = gateways.books.record(`${tenant.mId}:${tenant.mode}`, key);
  const at = record?.cancellations.at(-1)?.canceledAt ?? 0;
  const outcome = random.pick(["canceled", "charged-back"] as const);
  const enterAt = (time: number, note: string, more: { readonly separate?: true } = {}) => {
    const evidence = { outcome, amount, at: new Date(time).toISOString(), note, ...more };
    return payments.attempts.resolve(tenant, key, evidence);
  };
  if (random.chance(0.5)) await enterAt((record?.arrivedAt ?? at) - dayMs, "a date of another letter");
  const first = enterAt(at, "the gateway's list");
  const entered = await Promise.all([first, random.chance(0.5) ? enterAt(at, "the gateway's list") : undefined]);
  if (entered.every((one) => one === undefined || isMistakenForAnother(one)))
    await enterAt(at, "both happened", { separate: true });
  if (random.chance(0.5)) await enterAt(at, "a letter of the gateway");
}

function isMistakenForAnother(said: Awaited<ReturnType<OperatorOptions["payments"]["attempts"]["resolve"]>>): boolean {
  if (said.ok) return said.value.entered?.isRepeat === true;
  return said.error.details?.some(({ field }) => field === "separate") === true;
}

/** By the key or the gateway's own reference. */
async function cancelTyped(tenant: TenantId, reference: string, options: OperatorOptions): Promise<void> {
  const approvalKey = reference.replace(/^console\./, "");
  const before = refundedOf(options.gateways.books.record(tenant, approvalKey));
  await options.gateways.giveBackRest(tenant, approvalKey);
  const amount = refundedOf(options.gateways.books.record(tenant, approvalKey)) - before;
  if (amount > 0) notify("typed in", { tenant, approvalKey, amount: -amount }, options);
}
