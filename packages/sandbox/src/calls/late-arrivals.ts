import type { Clock, Timer } from "@wonflow/core";
import type { Book } from "./book.ts";
import type { Decision } from "./decision.ts";
import { dueCall, type Arrived, type LateCall, type WithLate, type WithLateCalls } from "./late-calls.ts";

/** Decides a late call, `now` being when it arrives. */
export type DecideLate<Entry extends object, Late, Records> = (
  records: Records,
  call: Late,
  now: number,
) => Decision<unknown, Entry>;

/** The arrival of a late call whose time has come. Every turn of any process begins with these. */
export function dueArrival<Entry extends object, Late, Records extends WithLateCalls<Late>>(
  records: Records,
  decide: DecideLate<Entry, Late, Records>,
  now: number,
): Arrived<Entry> | undefined {
  const due = dueCall(records.late, now);
  return due && { op: "arrived", number: due.number, entry: decide(records, due.call, due.arrivesAt).entry ?? null };
}

/** Sends late calls, and delivers them all at once. */
export function lateSending<Entry extends object, Late, Records extends WithLateCalls<Late>>(
  book: Book<WithLate<Entry, Late>, Records>,
  clock: Clock,
  decide: DecideLate<Entry, Late, Records>,
) {
  const timers = new Set<Timer>();

  /** Records the arrival even if no other call follows. */
  function takeTurnAfter(ms: number): void {
    const timer = clock.after(ms);
    timers.add(timer);
    void timer.elapsed
      .then(() => {
        timers.delete(timer);
        return book.decide(() => ({ answer: undefined }));
      })
      .catch(() => undefined);
  }

  function arriveNow(records: Records, { number, call }: LateCall<Late>): Arrived<Entry> {
    return { op: "arrived", number, entry: decide(records, call, clock.now()).entry ?? null };
  }

  async function deliverFrom(count: number): Promise<number> {
    const isDelivered = await book.decide((records) => {
      const [first] = records.late.onTheWay.values();
      return first === undefined ? { answer: false } : { answer: true, entry: arriveNow(records, first) };
    });
    return isDelivered ? deliverFrom(count + 1) : count;
  }

  return {
    async sendLate(call: Late, ms: number | undefined): Promise<void> {
      const arrivesAt = ms === undefined ? null : clock.now() + ms;
      if (ms !== undefined) takeTurnAfter(ms);
      await book.decide(({ late }) => {
        return { answer: undefined, entry: { op: "sent", number: late.last + 1, arrivesAt, call } };
      });
    },
    /** Delivers every late call now, in the order of sending; resolves to how many there were. */
    deliverDelayed: () => deliverFrom(0),
    stop(): void {
      for (const timer of timers) timer.cancel();
      timers.clear();
    },
  };
}
