import { z } from "zod";

import { isConcluded, type Attempt } from "../attempt/attempt.ts";
import { deliveryRecord, frozenDeliveryId, type Delivery } from "../outbox/delivery.ts";
import { normalDelta, type Entry } from "../posting/posting.ts";

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

/** Details that differ between the kinds of attempts. */
interface AboutAttempt {
  /** Of its opening: the amount and the like. */
  readonly asked: TimelineDetail;
  /** Of its end. */
  readonly ended?: TimelineDetail;
  /** When it took effect at the provider, in milliseconds since 1970; null if it did not, or no record has the time. */
  readonly endedAt: number | null;
}

/**
 * A call to a provider: its opening, the look-ups without an outcome, and its end. An attempt does not keep the time of
 * its end, so it is known only if the provider has named it, or an operator has entered it.
 */
export function attemptEvents(attempt: Attempt, { asked, ended, endedAt }: AboutAttempt): readonly Happened[] {
  const { key, kind, openedAt, lookUps, lookUpAt, flagged, evidence } = attempt;
  const about = { attempt: key, kind };
  const known = attempt.status === "REFUSED" && evidence !== undefined ? evidence.at : endedAt;
  const end = { ...about, outcome: attempt.status === "DONE" ? "done" : "refused", ...ended, ...saidOf(attempt) };
  const events = [happenedAt(openedAt, "attempt-opened", { ...about, ...asked })];
  if (lookUps > 0) {
    const next = isConcluded(attempt) ? {} : { nextAt: timelineTime(lookUpAt) };
    events.push(
      happenedSince(openedAt, "looked-up", {
        ...about,
        answersWithoutOutcome: lookUps,
        ...next,
      }),
    );
  }
  if (flagged) events.push(happenedSince(openedAt, "flagged", about));
  if (isConcluded(attempt)) {
    events.push({ event: "attempt-ended", at: known, since: openedAt, detail: end });
  }
  return events;
}

/** Short, of the signs that codes have, and without a number that may be a card, a person or an account. */
const codeLike = /^(?!.*\d{6})[\w.-]{1,30}$/;

/**
 * The provider's own code of a refusal, and whether an operator entered the outcome. The provider's message and the
 * reason of an unknown outcome are for operators of the service: they may contain what a merchant must not see.
 */
function saidOf({ said, evidence }: Attempt): TimelineDetail {
  const code = said !== null && codeLike.test(said.code) ? { providerCode: said.code } : {};
  return { ...code, ...(evidence !== undefined && { foundByPeople: true }) };
}

interface Notified {
  /** The id of the payment or payout. */
  readonly about: string;
  /** How many webhooks have reported its events. */
  readonly told: number;
}

/** Every webhook that may have been made about an object, by the ids that they would have. */
export function deliveryRefs({ about, told }: Notified, events: readonly { readonly name: string }[]) {
  const numbers = Array.from({ length: Math.min(told, mostOfATimeline) }, (_, index) => index + 1);
  return numbers.flatMap((sequence) =>
    events.map(({ name: event }) => deliveryRecord.ref(frozenDeliveryId({ event, about, sequence }))),
  );
}

/** The webhooks that are still kept. */
export function deliveryEvents(deliveries: readonly (Delivery | undefined)[]): readonly Happened[] {
  return deliveries.flatMap((delivery) => {
    if (delivery === undefined) return [];
    const { id, event, status, tries, log, createdAt, nextTryAt } = delivery;
    const last = log.at(-1);
    const lastTry = last === undefined ? {} : { lastTryAt: timelineTime(last.at), lastAnswer: last.status };
    const next = { nextTryAt: timelineTime(nextTryAt) };
    return [happenedAt(createdAt, "webhook", { delivery: id, event, status, tries, ...lastTry, ...next })];
  });
}

/** When an event was notified, which is when it happened; undefined if it was not. */
export function notifiedAt(deliveries: readonly (Delivery | undefined)[], event: string): number | undefined {
  return deliveries.find((delivery) => delivery?.event === event)?.createdAt;
}

/** The entries of a payment or payout: the change of each account in won, on its normal side. */
export function ledgerEvents(entries: readonly Entry[]): readonly Happened[] {
  return entries.map(({ at, postings }) => {
    const changes = new Map<string, number>();
    for (const posting of postings) {
      changes.set(posting.account, (changes.get(posting.account) ?? 0) + normalDelta(posting));
    }
    return happenedAt(at, "ledger-entry", Object.fromEntries(changes));
  });
}
