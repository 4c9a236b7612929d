import { z } from "zod";

import { decideAndCommit, loadOnce } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import type { Work } from "../work/work.ts";
import { gatewaySchema, type Gateway } from "../merchant/gateway.ts";
import { recordKind } from "../commit/record.ts";
import { ok } from "../result.ts";
import { platform, type Mode } from "../tenant/tenant.ts";
import { readJsonFeed } from "./json-feed.ts";
import { installmentOffersSchema, type InstallmentOffers, type ReadFeed } from "./offers.ts";
import { readTextFeed } from "./text-feed.ts";

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

/** What a use case that reads installment feeds reaches. */
export interface InstallmentContext extends Context {
  /** The feed of each gateway; one without a feed is never ready. */
  readonly installmentFeeds: Readonly<Partial<Record<Gateway, InstallmentFeed>>>;
}

/** The last good data of a gateway. */
export const feedRecord = recordKind(
  "installmentFeed",
  z.looseObject({
    /** null until a feed could be read for the first time. */
    offers: installmentOffersSchema.nullable(),
    sandbox: z.boolean(),
    /** When the offers were read, milliseconds since 1970; 0 before the first time. */
    readAt: z.number(),
  }),
);

const unread = { offers: null, sandbox: false, readAt: 0 };

/** Nobody waits longer for a feed, and a longer one is none, in characters. */
const feedDeadlineMs = 5_000;
const longestFeed = 5_000_000;

/** After this time a feed that could not be read is tried again. */
const retryMs = 60_000;

/** Reads the feed of each gateway again and again. */
export const feedWork: Work<InstallmentContext> = {
  kind: feedRecord.name,
  limit: gatewaySchema.options.length,
  upkeep: true,
  runForPlatform: refreshFeed,
  async schedule(context) {
    for (const gateway of gatewaySchema.options) {
      if (context.installmentFeeds[gateway] !== undefined) await schedule(context, gateway);
    }
  },
};

async function schedule(context: Context, gateway: Gateway): Promise<void> {
  await decideAndCommit(context, {
    tenant: platform,
    lane: `installmentFeed ${gateway}`,
    load: (read) => read(feedRecord.ref(gateway)),
    decide: ([record], now) => {
      const answer = ok(undefined);
      if (record !== undefined) return { answer };
      return { answer, changes: { writes: [feedRecord.make(gateway, unread, { dueAt: now })] } };
    },
  });
}

/**
 * Reads a gateway's feed and keeps what it says. A feed that can't be read, comes late or says nothing
 * leaves the last good data, and is tried again in a minute.
 */
async function refreshFeed(context: InstallmentContext, id: string): Promise<void> {
  const gateway = gatewaySchema.parse(id);
  const feed = context.installmentFeeds[gateway];
  // Another process has this feed; it is due again after the lease.
  if (feed === undefined) return;
  const read = await readInTime(context, gateway, feed);
  const rows = read === undefined ? 0 : Object.values(read.problems).reduce((sum, count) => sum + count, 0);
  if (rows > 0) context.notify({ kind: "installment-feed-doubtful", gateway, problems: read?.problems ?? {} });
  await decideAndCommit(context, {
    tenant: platform,
    lane: `installmentFeed ${gateway}`,
    load: (load) => load(feedRecord.ref(gateway)),
    decide: ([record], now) => {
      const before = record ?? unread;
      const next = read === undefined ? before : { ...before, offers: read.offers, sandbox: feed.sandbox, readAt: now };
      const dueAt = now + (read === undefined ? retryMs : context.settings.installmentRefreshMs);
      return { answer: ok(undefined), changes: { writes: [feedRecord.write(gateway, next, { dueAt })] } };
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
  mode: Mode,
  gateway: Gateway,
): Promise<InstallmentOffers | undefined> {
  const [record] = await loadOnce(context, platform, (read) => read(feedRecord.ref(gateway)));
  if (record === undefined || record.offers === null || (mode === "live" && record.sandbox)) return undefined;
  return record.offers;
}
