import {
  context,
  metrics,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type ObservableResult,
  type SpanContext,
} from "@opentelemetry/api";
import type { ChangeSet } from "@wonflow/core";

/** How change sets are committed: those that came together, or one alone that a batch had to leave out. */
type BatchKind = "together" | "alone";

/** Spans and metrics of batches. Without an SDK of OpenTelemetry there are none. */
export interface ObservedBatches {
  /** Notes the request that a change set came with, so that the span of its batch links to it. */
  arrived(changeSet: ChangeSet): void;
  /** Runs a batch and measures its size. The span has no parent, as a batch belongs to many requests. */
  run<Answer>(
    kind: BatchKind,
    commits: readonly { readonly changeSet: ChangeSet }[],
    run: () => Promise<Answer>,
  ): Promise<Answer>;
  watch(waiting: Readonly<Record<BatchKind, () => number>>): void;
  close(): void;
}

const sizes = [1, 2, 5, 10, 20, 50, 100, 200, 500];

const operation = "commit_change_sets";

export function observedBatches(): ObservedBatches {
  const tracer = trace.getTracer("@wonflow/store-postgres");
  const meter = metrics.getMeter("@wonflow/store-postgres");
  const size = meter.createHistogram("wonflow.store.batch.size", {
    description: "Change sets that were committed in one transaction.",
    unit: "{change_set}",
    advice: { explicitBucketBoundaries: sizes },
  });
  const depth = meter.createObservableGauge("wonflow.store.queue.depth", {
    description: "Change sets of this process that wait for their batch.",
    unit: "{change_set}",
  });
  const origins = new WeakMap<ChangeSet, SpanContext>();
  let stop = (): void => undefined;
  return {
    arrived(changeSet) {
      const origin = trace.getSpanContext(context.active());
      if (origin !== undefined) origins.set(changeSet, origin);
    },
    async run(kind, commits, run) {
      const attributes = { "wonflow.store.batch.kind": kind };
      size.record(commits.length, attributes);
      const links = commits.flatMap(({ changeSet }) => {
        const origin = origins.get(changeSet);
        return origin === undefined ? [] : [{ context: origin }];
      });
      const span = tracer.startSpan(
        operation,
        {
          kind: SpanKind.CLIENT,
          links,
          attributes: {
            ...attributes,
            "db.system.name": "postgresql",
            "db.operation.name": operation,
            ...(commits.length > 1 && { "db.operation.batch.size": commits.length }),
          },
        },
        ROOT_CONTEXT,
      );
      try {
        return await context.with(trace.setSpan(ROOT_CONTEXT, span), run);
      } catch (error) {
        // No message, because the database may quote a value that it refuses.
        span.setAttribute("error.type", error instanceof Error ? error.name : "_OTHER");
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    watch(waiting) {
      const tell = (result: ObservableResult) => {
        result.observe(waiting.together(), { "wonflow.store.batch.kind": "together" });
        result.observe(waiting.alone(), { "wonflow.store.batch.kind": "alone" });
      };
      depth.addCallback(tell);
      stop = () => depth.removeCallback(tell);
    },
    close: () => stop(),
  };
}
