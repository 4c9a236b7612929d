import { z } from "zod";

/** Every event that the timeline of a payment or payout can show. */
export const timelineEvents = [
  "requested",
  "refused-try",
  "authenticated",
  "confirm-asked",
  "attempt-opened",
  "looked-up",
  "flagged",
  "attempt-ended",
  "approved",
  "aborted",
  "expired",
  "cancellation-asked",
  "canceled",
  "cancellation-refused",
  "settlement-due",
  "settled",
  "submitted",
  "accepted",
  "paid",
  "failed",
  "returned",
  "resolved",
  "ledger-entry",
  "webhook",
] as const;

export type TimelineEvent = (typeof timelineEvents)[number];

const detailSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export type TimelineDetail = z.output<typeof detailSchema>;

/** The history of a payment or payout, as far as its records hold it. */
export const timelineSchema = z
  .object({
    hasMore: z
      .boolean()
      .meta({ description: "Whether there are later cancellations, webhooks or ledger entries than a timeline reads" }),
    items: z.array(
      z.object({
        at: z.iso.datetime().nullable().meta({
          description: "UTC with milliseconds; null if no record has the time: the event then follows its cause",
        }),
        event: z.enum(timelineEvents),
        detail: detailSchema.meta({ description: "Names, amounts in won, and codes; their names depend on the event" }),
      }),
    ),
  })
  .meta({ id: "Timeline" });

export type Timeline = z.output<typeof timelineSchema>;

/** The most cancellations, webhooks and ledger entries of one timeline, the earliest of each. */
export const mostOfATimeline = 100;

/** An event as it is found in records. Times are in milliseconds since 1970. */
export interface Happened {
  readonly event: TimelineEvent;
  /** Null if no record has it. */
  readonly at: number | null;
  /** A moment that it came after, which gives an event without a time its place. */
  readonly since: number;
  readonly detail: TimelineDetail;
}

/** An event whose moment is known. */
export function happenedAt(at: number, event: TimelineEvent, detail: TimelineDetail = {}): Happened {
  return { event, at, since: at, detail };
}

/** An event whose moment no record holds: it came after `since`. */
export function happenedSince(since: number, event: TimelineEvent, detail: TimelineDetail = {}): Happened {
  return { event, at: null, since, detail };
}

/** The events in their order. Those with equal timestamps keep the order in which they are given. */
export function timelineOf(happened: readonly Happened[], { hasMore }: Pick<Timeline, "hasMore">): Timeline {
  const ordered = happened.toSorted((one, other) => (one.at ?? one.since) - (other.at ?? other.since));
  const items = ordered.map(({ at, event, detail }) => ({ at: timelineTime(at), event, detail }));
  return { hasMore, items };
}

/** A time as timelines give it: UTC with milliseconds. */
export function timelineTime(at: number): string;
export function timelineTime(at: number | null): string | null;
export function timelineTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
