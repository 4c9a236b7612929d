import { metrics, type BatchObservableCallback } from "@opentelemetry/api";
import { modes, type Payments } from "@wonflow/core";

/** Gauges of a store's backlog, the same in all processes: take the largest, not the sum. The answer ends them. */
export function observeBacklog({ work }: Pick<Payments, "work">): () => void {
  const meter = metrics.getMeter("wonflow");
  const gauge = (name: string, unit: string, description: string) =>
    meter.createObservableGauge(`wonflow.${name}`, { description, unit });
  const unknown = gauge("attempts.unknown", "{attempt}", "Calls to card networks and banks without a known outcome.");
  const flagged = gauge("attempts.flagged", "{attempt}", "Those of them that people should look at.");
  const toReview = gauge("payouts.review", "{payout}", "Payouts that people should look at.");
  const lag = gauge("webhooks.lag", "s", "For how long the webhook that is due longest has been due.");
  const gauges = [unknown, flagged, toReview, lag];
  const collect: BatchObservableCallback = async (result) => {
    const backlog = await work.backlog();
    for (const mode of modes) {
      const attributes = { "wonflow.mode": mode };
      result.observe(unknown, backlog[mode].attemptsUnknown, attributes);
      result.observe(flagged, backlog[mode].attemptsFlagged, attributes);
      result.observe(toReview, backlog[mode].payoutsToReview, attributes);
    }
    result.observe(lag, backlog.webhookLagMs / 1000);
  };
  meter.addBatchObservableCallback(collect, gauges);
  return () => meter.removeBatchObservableCallback(collect, gauges);
}
