import { metrics, type BatchObservableCallback } from "@opentelemetry/api";
import { modes, type Payments } from "@wonflow/core";

/** Gauges of a store's backlog, the same in all processes: take the largest, not the sum. The answer ends them. */
export function observeBacklog({ work }: Pick<Payments, "work">): () => void {
  const meter = metrics.getMeter("wonflow");
  const unknown = meter.createObservableGauge("wonflow.attempts.unknown", {
    description: "Calls to card networks and banks without a known outcome.",
    unit: "{attempt}",
  });
  const flagged = meter.createObservableGauge("wonflow.attempts.flagged", {
    description: "Those of them that people should look at.",
    unit: "{attempt}",
  });
  const toReview = meter.createObservableGauge("wonflow.payouts.review", {
    description: "Payouts that people should look at.",
    unit: "{payout}",
  });
  const lag = meter.createObservableGauge("wonflow.webhooks.lag", {
    description: "For how long the webhook that is due longest has been due.",
    unit: "s",
  });
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
