import { isConcluded, type Attempt } from "../attempt/attempt.ts";
import { happenedAt, happenedSince, timelineTime, type Happened, type TimelineDetail } from "./timeline.ts";

/** Details that differ between the kinds of attempts. */
export interface AboutAttempt {
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
