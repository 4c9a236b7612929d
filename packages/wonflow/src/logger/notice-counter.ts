import { metrics } from "@opentelemetry/api";

/**
 * Counts the notices of each kind. Every kind begins with 0: a collector that sees a counter first at 1 takes that for
 * no increase.
 */
export function noticeCounter<Kind extends string>(kinds: readonly Kind[]): (kind: Kind) => void {
  const counter = metrics.getMeter("wonflow").createCounter("wonflow.notices", {
    description: "Notices to operators.",
    unit: "{notice}",
  });
  const add = (count: number, kind: Kind) => counter.add(count, { "wonflow.notice": kind });
  for (const kind of kinds) add(0, kind);
  return (kind) => add(1, kind);
}
