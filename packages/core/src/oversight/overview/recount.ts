import { decideAndCommit } from "../../engine/commit/commit.ts";
import { pageSize, pagesOf, type Listed } from "../../engine/commit/list-page.ts";
import type { Context } from "../../context.ts";
import { earningRecord, unsettledList } from "../../ledger/earning/earning.ts";
import { movementOf } from "../../engine/posting/posting.ts";
import { cancellationRecord } from "../../payment/cancel/cancellation-attempt.ts";
import { allCancellations } from "../../payment/cancel/given-back.ts";
import { intentList, intentRecord, type Intent } from "../../payment/intent/intent.ts";
import { payoutList, payoutRecord } from "../../payout/payout.ts";
import { ok } from "../../result.ts";
import { tallyNames, tallyText, undated, type Tally, type TallyName } from "../../engine/posting/tally.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { deliveryList, deliveryRecord } from "../../engine/outbox/delivery.ts";

export interface RecountOptions {
  /** Whether counters that differ are corrected. */
  readonly correct?: boolean;
}

interface Counted {
  /** Won. */
  readonly amount: number;
  readonly count: number;
}

/** A merchant's counters beside the sums of its records and ledger. */
export interface Recount {
  readonly differences: readonly {
    readonly name: TallyName;
    readonly day: string;
    readonly counted: Counted;
    readonly recounted: Counted;
  }[];
  /** Counters that changed while everything was read, and that can't be checked. */
  readonly moving: readonly { readonly name: TallyName; readonly day: string }[];
  readonly corrected: boolean;
}

export async function recount(context: Context, tenant: Tenant, { correct = false }: RecountOptions): Promise<Recount> {
  const once = await compare(context, tenant);
  // A counter may have moved and come back while its records were read. Then a second comparison differs.
  const again = once.differences.length === 0 ? once : await compare(context, tenant);
  const seen = new Set(once.differences.map((each) => JSON.stringify(each)));
  const differences = again.differences.filter((each) => seen.has(JSON.stringify(each)));
  const corrected = correct && differences.length > 0;
  if (corrected) await setRight(context, tenant, differences);
  return { differences, moving: again.moving, corrected };
}

async function setRight(context: Context, tenant: Tenant, differences: Recount["differences"]): Promise<void> {
  const tallies = differences.map(({ name, day, counted, recounted }): Tally => {
    const [amount, count] = [recounted.amount - counted.amount, recounted.count - counted.count];
    return { name, day, amount, count };
  });
  await decideAndCommit(context, {
    tenant,
    lane: "recount",
    load: async () => undefined,
    decide: () => ({ answer: ok(undefined), changes: { writes: [], tallies } }),
  });
}

async function compare(context: Context, tenant: Tenant): Promise<Pick<Recount, "differences" | "moving">> {
  const standing = async () => {
    const asked = { names: tallyNames, from: "0000-01-01", to: undated };
    const tallies = await context.store.tallies(tenantId(tenant), asked);
    return new Map(tallies.map((tally) => [tallyText(tally), tally]));
  };
  const before = await standing();
  const sums = new Map<string, Tally>();
  for await (const tallies of everything(context, tenant)) {
    for (const { name, day, amount, count } of tallies) {
      const text = tallyText({ name, day });
      const sum = countedIn(sums, text);
      sums.set(text, { name, day, amount: sum.amount + amount, count: sum.count + count });
    }
  }
  const after = await standing();
  const keys = new Map([...before, ...after, ...sums].map(([text, { name, day }]) => [text, { name, day }]));
  const rows = [...keys].map(([text, key]) => {
    const [counted, recounted] = [countedIn(before, text), countedIn(sums, text)];
    const moves = !isEqual(counted, countedIn(after, text));
    return { key, counted, recounted, moves };
  });
  return {
    differences: rows
      .filter(({ counted, recounted, moves }) => !moves && !isEqual(counted, recounted))
      .map(({ key, counted, recounted }) => ({ ...key, counted, recounted })),
    moving: rows.filter(({ moves }) => moves).map(({ key }) => key),
  };
}

function countedIn(tallies: ReadonlyMap<string, Tally>, text: string): Counted {
  const { amount = 0, count = 0 } = tallies.get(text) ?? {};
  return { amount, count };
}

function isEqual(one: Counted, other: Counted): boolean {
  return one.amount === other.amount && one.count === other.count;
}

/** The part of every record and ledger entry in the tallies, page by page. */
async function* everything(context: Context, tenant: Tenant): AsyncGenerator<readonly Tally[]> {
  yield* ofList(context, tenant, { list: unsettledList, kind: earningRecord });
  yield* ofList(context, tenant, { list: deliveryList, kind: deliveryRecord });
  yield* ofList(context, tenant, { list: payoutList, kind: payoutRecord });
  for await (const intents of pagesOf(context, tenant, { list: intentList, kind: intentRecord })) {
    yield intents.flatMap((intent) => intentRecord.tallied(intent));
    yield await cancellationsOf(context, tenant, intents);
  }
  yield* ofLedger(context, tenant);
}

async function* ofList<Body>(context: Context, tenant: Tenant, listed: Listed<Body>): AsyncGenerator<readonly Tally[]> {
  for await (const bodies of pagesOf(context, tenant, listed)) {
    yield bodies.flatMap((body) => listed.kind.tallied(body));
  }
}

async function cancellationsOf(
  context: Context,
  tenant: Tenant,
  intents: readonly Intent[],
): Promise<readonly Tally[]> {
  const found = await allCancellations(context, tenant, intents);
  return found.flatMap((each) => cancellationRecord.tallied(each));
}

async function* ofLedger({ store }: Context, tenant: Tenant): AsyncGenerator<readonly Tally[]> {
  let after: string | undefined;
  for (;;) {
    const request = { limit: pageSize, ...(after !== undefined && { after }) };
    const entries = await store.listEntries(tenantId(tenant), request);
    yield entries.flatMap(({ postings, at }) => movementOf(postings, at));
    const last = entries.at(-1);
    if (last === undefined || entries.length < pageSize) return;
    after = last.commitId;
  }
}
