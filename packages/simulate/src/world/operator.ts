import { parseTenantId, type Payments } from "@wonflow/core";
import type { CardNetworks } from "../card-network/networks.ts";
import type { Merchant } from "../client/client.ts";
import { seededRandom, type Random } from "../engine/random.ts";
import type { Scheduler } from "../engine/scheduler.ts";
import type { Trace } from "../engine/trace.ts";
import type { Observer } from "../observation/observer.ts";
import { authorizationOf, changedContract, keyOf } from "./merchants.ts";

export interface OperatorOptions {
  readonly seed: number;
  readonly scheduler: Scheduler;
  readonly trace: Trace;
  /** The service as the operator uses it: beside the processes, over the store itself. */
  readonly payments: Payments;
  readonly merchants: readonly Merchant[];
  readonly networks: CardNetworks;
  readonly observer: Pick<Observer, "onEvent">;
  /** The only clients that start, by name. */
  readonly only: readonly string[] | undefined;
}

/** Whoever runs the service. */
export interface Operator {
  readonly names: readonly string[];
  readonly hasFinished: () => boolean;
  /** Looks at what is flagged, and ends what no provider will ever tell. */
  readonly lookAtFlagged: () => Promise<void>;
}

const name = "operator";

/** Changes contracts and exchanges keys meanwhile, in most runs. */
export function startOperator(options: OperatorOptions): Operator {
  const { seed, scheduler, trace, only } = options;
  const random = seededRandom(seed, name);
  const clock = scheduler.clockOf(undefined);
  const times = only?.includes(name) === false || random.chance(0.4) ? 0 : random.between(1, 4);
  let active = times > 0;

  async function work(): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      await clock.after(random.below(40_000)).elapsed;
      const merchant = random.pick(options.merchants);
      const doing = random.chance(0.6) || merchant.tenant === "1:test" ? changeContract : exchangeKeys;
      trace.note(name, () => `${doing.name} ${merchant.tenant}`);
      await doing(merchant, random, options);
    }
    active = false;
  }

  if (active) scheduler.add({ name: `${name} begins`, run: () => void work() });
  return {
    names: times > 0 ? [name] : [],
    hasFinished: () => !active,
    lookAtFlagged: () => lookAtFlagged(options),
  };
}

async function changeContract({ tenant }: Merchant, random: Random, { payments }: OperatorOptions): Promise<void> {
  const feeRate = random.pick(["0", "1.5", "2.85", "3.3", "3.2999", "12.5"]);
  const maxAmount = random.pick([20_000, 900_000, 900_000]);
  await payments.merchants.register(changedContract(tenant, { feeRate, maxAmount }));
}

/** Another key is issued, and once the merchant uses it the old one is revoked. */
async function exchangeKeys(merchant: Merchant, random: Random, options: OperatorOptions): Promise<void> {
  const { payments, scheduler, observer } = options;
  const old = merchant.authorization;
  merchant.authorization = authorizationOf(await keyOf(payments, merchant.tenant, "secret"));
  await scheduler.clockOf(undefined).after(random.below(20_000)).elapsed;
  const tenant = parseTenantId(merchant.tenant);
  if (tenant === undefined) return;
  observer.onEvent({ kind: "key", authorization: old, is: "being revoked" });
  const revoked = await payments.keys.revoke(tenant, keyIn(old));
  if (revoked.ok) observer.onEvent({ kind: "key", authorization: old, is: "revoked" });
}

function keyIn(authorization: string): string {
  return atob(authorization.slice("Basic ".length)).slice(0, -1);
}

/**
 * A reversal that the network refuses was canceled by hand there: the rest is given back by hand too.
 * A cancellation whose card lets none through was never made.
 */
async function lookAtFlagged({ payments, merchants, networks, scheduler }: OperatorOptions): Promise<void> {
  const now = scheduler.now();
  for (const { tenant: tenantId } of merchants) {
    const tenant = parseTenantId(tenantId);
    if (tenant === undefined) continue;
    const flagged = await payments.attempts.flagged(tenant, { limit: 100 });
    for (const { key, kind } of flagged.ok ? flagged.value.items : []) {
      const approvalKey = key.replace(/^(reversal|cancellation)\.([^.]+).*$/, "approval.$2");
      const record = networks.books.record(tenantId, approvalKey);
      const note = "the network's statement";
      if (kind === "reversal" && record !== undefined && record.canceledAmount > 0) {
        await networks.giveBackRest(tenantId, approvalKey);
        await payments.attempts.resolve(tenant, key, { outcome: "done", at: new Date(now).toISOString(), note });
      }
      if (kind === "cancellation" && record?.cardToken?.includes("refund-never-arrives") === true) {
        await payments.attempts.resolve(tenant, key, { outcome: "not-done", note });
      }
    }
  }
}
