import { z } from "zod";
import { loadOnce, changeRecord } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { installmentFeedCodeSchema, type InstallmentFeedCode } from "../../merchant/merchant.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { platform, type Mode } from "../../engine/tenant/tenant.ts";
import { readJsonFeed, readTextFeed } from "./feed-forms.ts";
import { installmentOffersSchema, type InstallmentOffers, type ReadFeed } from "./offers.ts";

/** A source's installment information. If a read fails or is late, the last good data stays. */
export interface InstallmentFeed {
  /** True for a simulated feed, which live mode does not show. */
  readonly sandbox: boolean;
  /** The feed in the source's own form; null if the source says that it has no offers. */
  read(): Promise<string | null>;
}

/** Reads each source's form of a feed. Neither reader throws. */
const readers: Readonly<Record<InstallmentFeedCode, (text: string) => ReadFeed | undefined>> = {
  PG_A: readTextFeed,
  PG_B: readJsonFeed,
};

export interface InstallmentContext extends Context {
  readonly installmentFeeds: Readonly<Partial<Record<InstallmentFeedCode, InstallmentFeed>>>;
}

export const feedRecord = recordKind(
  "installmentFeed",
  z.looseObject({
    /** Null until the first successful read. */
    offers: installmentOffersSchema.nullable(),
    sandbox: z.boolean(),
    /** The time of the last successful read, milliseconds since 1970; 0 before the first. */
    readAt: z.number(),
  }),
);

const noOffers: InstallmentOffers = { period: { startDate: "", endDate: "" }, free: [], partial: [] };

const unread = { offers: null, sandbox: false, readAt: 0 };

const feedDeadlineMs = 5_000;
/** In characters. */
const longestFeed = 5_000_000;

const retryMs = 60_000;

export const feedWork: Work<InstallmentContext> = {
  kind: feedRecord.name,
  limit: installmentFeedCodeSchema.options.length,
  upkeep: true,
  runForPlatform: refreshFeed,
  async schedule(context) {
    for (const code of installmentFeedCodeSchema.options) {
      if (context.installmentFeeds[code] === undefined) continue;
      await changeRecord(context, platform, {
        ref: feedRecord.ref(code),
        change: (record, now) => (record === undefined ? [feedRecord.make(code, unread, { dueAt: now })] : []),
      });
    }
  },
};

/**
 * Reads a source's feed and keeps its offers. If it can't be read or is late, the last good data stays, and it is read
 * again in a minute. That the source has no offers is data too.
 */
async function refreshFeed(context: InstallmentContext, id: string): Promise<void> {
  const code = installmentFeedCodeSchema.parse(id);
  const feed = context.installmentFeeds[code];
  // Another process has this feed, and takes the record after the lease.
  if (feed === undefined) return;
  const read = await readInTime(context, code, feed);
  let known: InstallmentOffers | null = null;
  await changeRecord(context, platform, {
    ref: feedRecord.ref(code),
    change: (before = unread, now) => {
      known = before.offers;
      const next = read === undefined ? before : { ...before, offers: read.offers, sandbox: feed.sandbox, readAt: now };
      const dueAt = now + (read === undefined ? retryMs : context.settings.installmentRefreshMs);
      return [feedRecord.write(code, next, { dueAt })];
    },
  });
  const problems = read?.problems ?? {};
  // That there are no offers is nothing new every hour.
  const isNews = read?.offers !== noOffers || JSON.stringify(known) !== JSON.stringify(noOffers);
  if (isNews && Object.keys(problems).length > 0) {
    context.notify({ kind: "installment-feed-doubtful", feed: code, problems });
  }
}

async function readInTime(
  context: Context,
  code: InstallmentFeedCode,
  feed: InstallmentFeed,
): Promise<ReadFeed | undefined> {
  const fail = (problem: string, error?: unknown): undefined => {
    context.notify({ kind: "installment-feed-failed", feed: code, problem, ...(error === undefined ? {} : { error }) });
  };
  const timer = context.clock.after(feedDeadlineMs);
  try {
    const text = await Promise.race([feed.read(), timer.elapsed.then(() => undefined)]);
    if (text === undefined) return fail("it did not come in time");
    if (text === null) return { offers: noOffers, problems: { "the source says that it has no offers": 1 } };
    const read = text.length > longestFeed ? undefined : readers[code](text);
    if (read === undefined) fail("nothing in it can be read");
    return read;
  } catch (error) {
    return fail("the call broke", error);
  } finally {
    timer.cancel();
  }
}

/** A source's last good data; undefined if there is none that this mode may show. */
export async function offersOfFeed(
  context: Context,
  mode: Mode,
  code: InstallmentFeedCode,
): Promise<InstallmentOffers | undefined> {
  const [record] = await loadOnce(context, platform, (read) => read(feedRecord.ref(code)));
  if (record === undefined || record.offers === null || (mode === "live" && record.sandbox)) return undefined;
  return record.offers;
}
