import { decideAndCommit, loadOnce, type RecordRef } from "../commit.ts";
import type { Context } from "../context.ts";
import { platform } from "../tenant.ts";
import { ok } from "../result.ts";
import { readJsonFeed } from "./json-feed.ts";
import { readTextFeed } from "./text-feed.ts";
import { gatewaySchema, type Gateway, type InstallmentOffers, type ReadFeed } from "./offers.ts";

/** Where a gateway's installment information comes from. A rejected promise, or none in time, leaves what there is. */
export interface InstallmentFeed {
  /** True for a simulated feed, which live mode does not show. */
  readonly sandbox: boolean;
  /** The feed as the gateway gives it, in the form of this gateway. */
  read(): Promise<string>;
}

/** The form that each gateway gives its feed in. Neither reader throws. */
const readers: Readonly<Record<Gateway, (text: string) => ReadFeed | undefined>> = {
  PG_A: readTextFeed,
  PG_B: readJsonFeed,
};

/** The last good data of a gateway. */
export interface InstallmentRecord {
  /** null until a feed could be read for the first time. */
  readonly offers: InstallmentOffers | null;
  readonly sandbox: boolean;
  /** When the offers were read, milliseconds since 1970; 0 before the first time. */
  readonly readAt: number;
}

function installmentRef(gateway: Gateway): RecordRef<InstallmentRecord> {
  return { kind: "installmentFeed", id: gateway };
}

/** Nobody waits longer for a feed, and a longer one is none, in characters. */
const feedDeadlineMs = 5_000;
const longestFeed = 5_000_000;

/** After this time a feed that could not be read is tried again. */
const retryMs = 60_000;

const scheduled = new WeakSet<Context>();

/** Makes the records by which feeds become due, once for each service. */
export async function scheduleFeeds(context: Context): Promise<void> {
  if (scheduled.has(context)) return;
  for (const gateway of gatewaySchema.options) {
    if (context.cardData.installmentFeeds[gateway] !== undefined) await schedule(context, gateway);
  }
  scheduled.add(context);
}

async function schedule(context: Context, gateway: Gateway): Promise<void> {
  const ref = installmentRef(gateway);
  await decideAndCommit(context, {
    tenant: platform,
    lane: `installmentFeed ${gateway}`,
    load: (read) => read(ref),
    decide: ([record], now) => {
      const answer = ok(undefined);
      if (record !== undefined) return { answer };
      const body: InstallmentRecord = { offers: null, sandbox: false, readAt: 0 };
      return { answer, changes: { writes: [{ key: ref, body: { ...body }, dueAt: now }] } };
    },
  });
}

/**
 * Reads a gateway's feed and keeps what it says. A feed that can't be read, comes late or says nothing
 * leaves the last good data, and is tried again in a minute.
 */
export async function refreshFeed(context: Context, _tenant: string, id: string): Promise<void> {
  const gateway = gatewaySchema.parse(id);
  const feed = context.cardData.installmentFeeds[gateway];
  // Another process has this feed; it is due again after the lease.
  if (feed === undefined) return;
  const read = await readInTime(context, gateway, feed);
  const rows = read === undefined ? 0 : Object.values(read.problems).reduce((sum, count) => sum + count, 0);
  if (rows > 0) context.notify({ kind: "installment-feed-doubtful", gateway, problems: read?.problems ?? {} });
  const ref = installmentRef(gateway);
  await decideAndCommit(context, {
    tenant: platform,
    lane: `installmentFeed ${gateway}`,
    load: (load) => load(ref),
    decide: ([record], now) => {
      const before = record ?? { offers: null, sandbox: false, readAt: 0 };
      const next = read === undefined ? before : { offers: read.offers, sandbox: feed.sandbox, readAt: now };
      const dueAt = now + (read === undefined ? retryMs : context.settings.installmentRefreshMs);
      return { answer: ok(undefined), changes: { writes: [{ key: ref, body: { ...next }, dueAt }] } };
    },
  });
}

async function readInTime(context: Context, gateway: Gateway, feed: InstallmentFeed): Promise<ReadFeed | undefined> {
  const fail = (problem: string, error?: unknown): undefined => {
    context.notify({ kind: "installment-feed-failed", gateway, problem, ...(error === undefined ? {} : { error }) });
  };
  const timer = context.clock.after(feedDeadlineMs);
  try {
    const text = await Promise.race([feed.read(), timer.elapsed.then(() => undefined)]);
    if (text === undefined) return fail("it did not come in time");
    const read = text.length > longestFeed ? undefined : readers[gateway](text);
    if (read === undefined) fail("nothing in it can be read");
    return read;
  } catch (error) {
    return fail("the call broke", error);
  } finally {
    timer.cancel();
  }
}

/** The last good data of gateways, each undefined where there is none that this mode may show. */
export async function offersOfGateway(
  context: Context,
  mode: "test" | "live",
  gateway: Gateway,
): Promise<InstallmentOffers | undefined> {
  const [record] = await loadOnce(context, platform, (read) => read(installmentRef(gateway)));
  if (record === undefined || record.offers === null || (mode === "live" && record.sandbox)) return undefined;
  return record.offers;
}
