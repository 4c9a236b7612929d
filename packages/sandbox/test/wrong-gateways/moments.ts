import { dayInSeoul } from "@wonflow/core";
import { refused, type CardCalls, type Right, type Wrong, type WrongGateway } from "./right.ts";

const notFound = { outcome: "not-found" } as const;
const hour = 3_600_000;
const lost = "it would be counted as lost";
const beforeMidnight = `lookUp: of what was asked at 23:59:58 finds it the next day, and two days later: ${lost}`;
const pastMidnight = `lookUp: of what was asked at 23:59:58, and took effect the next day, finds it: ${lost}`;
const afterMidnight = `lookUp: of what was asked at 00:00:03 finds it that day, and two days later: ${lost}`;
const inTheMorning = `lookUp: of what was asked at 08:30, which is yesterday in UTC, finds it then, and two days later: ${lost}`;
const inEachZone =
  "lookUp: has the same times in every time zone of the machine: a payment would be booked on another day";

const dayInUtc = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The day by the clock of this machine, which other machines have set otherwise. */
function dayOfTheMachine(at: number): string {
  const local = new Date(at);
  return dayInUtc(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()));
}

interface AskedDays {
  /** When it was sent, and the moment of the look-up. */
  readonly askedAt: number;
  readonly now: number;
}

/** A gateway whose provider finds an approval only under its day in Seoul, and that asks for these days. */
const askingFor =
  (daysOf: (asked: AskedDays) => readonly string[]): Wrong =>
  ({ gateway }) => ({
    async lookUpApproval(question) {
      const found = await gateway.lookUpApproval(question);
      if (found.outcome !== "done") return found;
      // The caller has ten seconds from now on, so its deadline says when it asks.
      const days = daysOf({ askedAt: question.askedAt, now: question.deadline - 10_000 });
      return days.includes(dayInSeoul(found.value.approvedAt)) ? found : notFound;
    },
  });

/** A gateway that takes the provider's times, which are in Seoul, for times of the machine. */
export function readInTheMachinesZone(at: number): number {
  const seoul = new Date(at + 9 * hour);
  const [year, month, day] = [seoul.getUTCFullYear(), seoul.getUTCMonth(), seoul.getUTCDate()];
  const [hours, minutes, seconds] = [seoul.getUTCHours(), seoul.getUTCMinutes(), seoul.getUTCSeconds()];
  return new Date(year, month, day, hours, minutes, seconds).getTime();
}

/** Days and times that an adapter works out for itself. */
export const wrongMoments: readonly WrongGateway[] = [
  ["looks an approval up under the day of the look-up", beforeMidnight, askingFor(({ now }) => [dayInSeoul(now)])],
  [
    "looks an approval up under today and yesterday",
    afterMidnight,
    askingFor(({ now }) => [dayInSeoul(now), dayInSeoul(now - 24 * hour)]),
  ],
  [
    "looks an approval up under the day on which it was sent only",
    pastMidnight,
    askingFor(({ askedAt }) => [dayInSeoul(askedAt)]),
  ],
  [
    "looks an approval up under the day of UTC and the day after",
    inTheMorning,
    askingFor(({ now }) => [dayInUtc(now), dayInUtc(now + 24 * hour)]),
  ],
  [
    "looks an approval up under the day in UTC on which it was sent",
    inTheMorning,
    askingFor(({ askedAt }) => [dayInUtc(askedAt)]),
  ],
  [
    "looks an approval up under the day of the machine",
    inEachZone,
    askingFor(({ askedAt }) => [dayOfTheMachine(askedAt)]),
  ],
  [
    "looks an approval up for an hour only",
    afterMidnight,
    ({ gateway }) => ({
      lookUpApproval: async (question) =>
        question.deadline - question.askedAt > hour ? notFound : gateway.lookUpApproval(question),
    }),
  ],
  [
    "looks a cancellation up for a day only",
    beforeMidnight,
    ({ gateway }) => ({
      lookUpCancellation: async (question) =>
        question.deadline - question.askedAt > 24 * hour ? notFound : gateway.lookUpCancellation(question),
    }),
  ],
  [
    "reads the times of cancellations in the zone of the machine",
    inEachZone,
    ({ gateway }) => ({
      async cancel(request) {
        const answer = await gateway.cancel(request);
        if (answer.outcome !== "done") return answer;
        return { ...answer, value: { ...answer.value, canceledAt: readInTheMachinesZone(answer.value.canceledAt) } };
      },
    }),
  ],
  [
    "promises that everything settles in ten seconds, where the provider takes minutes",
    "approve: settles no earlier than its provider's latest effect: a payment would be abandoned before it arrives",
    () => ({ settlesWithinMs: 10_000 }),
  ],
  [
    "promises that an approval can be reversed for a minute, which is less than the provider takes",
    "approve: can be reversed after its provider's latest effect: nothing could undo it",
    () => ({ reversibleForMs: 60_000 }),
  ],
];

const approvedAtOnce =
  "approve: two at once are each answered about their own: one buyer's payment would be booked for the other";
const merchantsAtOnce =
  "approve: two at once for two merchants go to their own: one merchant would get the other's money";
const lostAtOnce =
  "approve: two at once, of which one is lost, are each answered about their own: the lost one would be called done";
const canceledAtOnce =
  "cancel: of two approvals at once are each answered about their own: one refund would be booked for the other";
const lateCancellation =
  "cancel: that takes effect late is found by the same process that did not find it before: it would be refunded again";
const foundAtOnce =
  "lookUp: of two approvals at once finds each its own: one buyer's payment would be booked for the other";
const lateApproval =
  "lookUp: of an approval that takes effect late finds it in the same process that did not find it before: it would be lost";
const reversedAtOnce = "reverse: of two approvals at once undo both: one buyer's payment would be kept";

/** A call that keeps its request in a field, where the next call overwrites it. */
export function inAField<Request, Answer>(
  call: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  let current: Request | undefined;
  return async (request) => {
    current = request;
    await Promise.resolve();
    return call(current);
  };
}

/** A look-up that remembers within its process what it did not find. */
export function rememberingMissing<
  Question extends { readonly key: string },
  Answer extends { readonly outcome: string },
>(lookUp: (question: Question) => Promise<Answer>): (question: Question) => Promise<Answer> {
  const missing = new Map<string, Answer>();
  return async (question) => {
    const answer = missing.get(question.key) ?? (await lookUp(question));
    if (answer.outcome === "not-found") missing.set(question.key, answer);
    return answer;
  };
}

function sharing({ gateway }: Right): Partial<CardCalls> {
  let running: ReturnType<CardCalls["approve"]> | undefined;
  return {
    approve(request) {
      const { key, amount } = request;
      running ??= gateway.approve(request).finally(() => (running = undefined));
      return running.then((answer) =>
        answer.outcome === "done" ? { ...answer, value: { ...answer.value, key, amount } } : answer,
      );
    },
  };
}

/** What one instance of an adapter keeps between its calls. */
export const wrongMemories: readonly WrongGateway[] = [
  [
    "keeps the request that it sends in a field",
    approvedAtOnce,
    ({ gateway }) => ({ approve: inAField(gateway.approve) }),
  ],
  [
    "keeps the months of the request that it sends in a field",
    approvedAtOnce,
    ({ gateway }) => {
      let installmentPlanMonths = 0;
      return {
        async approve(request) {
          ({ installmentPlanMonths } = request);
          await Promise.resolve();
          return gateway.approve({ ...request, installmentPlanMonths });
        },
      };
    },
  ],
  ["joins calls that run at once", approvedAtOnce, sharing],
  [
    "keeps the merchant that it sends for in a field",
    merchantsAtOnce,
    ({ gateway }) => {
      let tenant: Parameters<CardCalls["approve"]>[0]["tenant"] = "1:test";
      return {
        async approve(request) {
          ({ tenant } = request);
          await Promise.resolve();
          return gateway.approve({ ...request, tenant });
        },
      };
    },
  ],
  [
    "takes a broken connection for one that carried the other call",
    lostAtOnce,
    ({ gateway }) => {
      let last: Awaited<ReturnType<CardCalls["approve"]>> | undefined;
      return {
        async approve(request) {
          try {
            last = await gateway.approve(request);
            return last;
          } catch (error) {
            await new Promise((done) => setTimeout(done, 10));
            if (last?.outcome !== "done") throw error;
            return { ...last, value: { ...last.value, key: request.key } };
          }
        },
      };
    },
  ],
  [
    "keeps the cancellation that it sends in a field",
    canceledAtOnce,
    ({ gateway }) => ({ cancel: inAField(gateway.cancel) }),
  ],
  [
    "keeps the question that it asks in a field",
    foundAtOnce,
    ({ gateway }) => ({ lookUpApproval: inAField(gateway.lookUpApproval) }),
  ],
  [
    "keeps the reversal that it sends in a field",
    reversedAtOnce,
    ({ gateway }) => ({ reverse: inAField(gateway.reverse) }),
  ],
  [
    "refuses a second reversal while one runs",
    reversedAtOnce,
    ({ gateway }) => {
      let runs = false;
      return {
        async reverse(request) {
          if (runs) return refused;
          runs = true;
          return gateway.reverse(request).finally(() => (runs = false));
        },
      };
    },
  ],
  [
    "remembers in its process which approval it did not find",
    lateApproval,
    ({ gateway }) => ({ lookUpApproval: rememberingMissing(gateway.lookUpApproval) }),
  ],
  [
    "remembers in its process which cancellation it did not find",
    lateCancellation,
    ({ gateway }) => ({ lookUpCancellation: rememberingMissing(gateway.lookUpCancellation) }),
  ],
];
