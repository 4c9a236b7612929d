import { metrics, type BatchObservableCallback, type ObservableCallback } from "@opentelemetry/api";
import { modes, type Clock, type Payments } from "@wonflow/core";

/** A collector waits five to ten seconds, and gets nothing at all after that. */
const patienceMs = 3_000;

/** The end of a day in Seoul, in seconds since 1970. */
const endOf = (day: string) => Date.parse(`${day}T24:00:00+09:00`) / 1000;

async function readAll({ work, calendar }: Pick<Payments, "work" | "calendar">) {
  const [backlog, overdue, { lastDay }] = await Promise.all([work.backlog(), work.overdue(), calendar.closedDays()]);
  return { backlog, overdue, calendarEnd: endOf(lastDay) };
}

/** Rejects after a while, because a database that is cut off answers nothing, not even an error. */
async function inTime<Answer>(reading: Promise<Answer>, clock: Clock): Promise<Answer> {
  const deadline = clock.after(patienceMs);
  const late = deadline.elapsed.then(() => {
    throw new Error("the store did not answer in time");
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    deadline.cancel();
  }
}

/** Gauges of the store's backlog, the same in all processes: take the largest, not the sum. The answer ends them. */
export function observeBacklog(payments: Pick<Payments, "work" | "calendar">, clock: Clock): () => void {
  const meter = metrics.getMeter("wonflow");
  const gauge = (name: string, unit: string, description: string) =>
    meter.createObservableGauge(`wonflow.${name}`, { description, unit });
  const up = gauge("store.up", "{store}", "Whether the store answers: 1, or 0.");
  const unknown = gauge("attempts.unknown", "{attempt}", "Calls to gateways and banks without a known outcome.");
  const age = gauge("attempts.age", "s", "For how long the oldest call without a known outcome has been under way.");
  const flagged = gauge("attempts.flagged", "{attempt}", "Calls without a known outcome that need an operator.");
  const toReview = gauge("payouts.review", "{payout}", "Payouts that need an operator.");
  const webhooksLag = gauge("webhooks.lag", "s", "For how long the webhook that is due longest has been due.");
  const workLag = gauge("work.lag", "s", "For how long the work of a kind that is due longest has been due.");
  const calendarEnd = gauge("calendar.end", "s", "The end of the calendar of bank holidays, since 1970.");
  const gauges = [unknown, age, flagged, toReview, webhooksLag, workLag, calendarEnd];

  let reading: ReturnType<typeof readAll> | undefined;
  /** One reading at a time: questions to a database that is cut off would become more with each collection. */
  const read = () => {
    reading ??= readAll(payments).finally(() => (reading = undefined));
    return inTime(reading, clock);
  };
  const tellUp: ObservableCallback = async (result) => {
    const isUp = await read().then(
      () => true,
      () => false,
    );
    result.observe(Number(isUp));
  };
  const tellAll: BatchObservableCallback = async (result) => {
    const { backlog, overdue, calendarEnd: end } = await read();
    for (const mode of modes) {
      const { attemptsUnknown, attemptsFlagged, payoutsToReview, oldestCardCallMs, oldestBankCallMs } = backlog[mode];
      const attributes = { "wonflow.mode": mode };
      result.observe(unknown, attemptsUnknown, attributes);
      result.observe(flagged, attemptsFlagged, attributes);
      result.observe(toReview, payoutsToReview, attributes);
      result.observe(age, oldestCardCallMs / 1000, { ...attributes, "wonflow.provider": "gateway" });
      result.observe(age, oldestBankCallMs / 1000, { ...attributes, "wonflow.provider": "payout-bank" });
    }
    for (const { kind, lateMs } of overdue) result.observe(workLag, lateMs / 1000, { "wonflow.work.kind": kind });
    result.observe(webhooksLag, backlog.webhookLagMs / 1000);
    result.observe(calendarEnd, end);
  };
  up.addCallback(tellUp);
  meter.addBatchObservableCallback(tellAll, gauges);
  return () => {
    up.removeCallback(tellUp);
    meter.removeBatchObservableCallback(tellAll, gauges);
  };
}
