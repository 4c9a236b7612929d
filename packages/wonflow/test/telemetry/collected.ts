import { context, metrics, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { MeterProvider, MetricReader, type MetricData } from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from "@opentelemetry/sdk-trace";
import { onTestFinished } from "vitest";

/** Collects when it is asked to. */
class AskedReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

type Metrics = Readonly<Record<string, MetricData>>;

/** Everything that the service reports to OpenTelemetry until the test ends, by the real SDK. */
export function collected() {
  const exporter = new InMemorySpanExporter();
  const reader = new AskedReader();
  const tracing = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const metering = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracing);
  metrics.setGlobalMeterProvider(metering);
  // Files of one worker share the globals of OpenTelemetry.
  onTestFinished(async () => {
    for (const each of [context, propagation, trace, metrics]) each.disable();
    await Promise.all([tracing.shutdown(), metering.shutdown()]);
  });

  /** The metrics so far by name, and the failures. */
  async function collect(): Promise<{ readonly metrics: Metrics; readonly errors: readonly unknown[] }> {
    const { resourceMetrics, errors } = await reader.collect();
    const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
    return { metrics: Object.fromEntries(all.map((metric) => [metric.descriptor.name, metric])), errors };
  }

  const spans = () => exporter.getFinishedSpans();
  return {
    spans,
    /** The only span of this name. */
    span(name: string): ReadableSpan {
      const [only, ...others] = spans().filter((span) => span.name === name);
      if (only === undefined || others.length > 0) {
        throw new Error(
          `not one ${name} among ${spans()
            .map((span) => span.name)
            .join(", ")}`,
        );
      }
      return only;
    },
    /** The names of the spans below this one. */
    below: (parent: ReadableSpan) =>
      spans()
        .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId)
        .map(({ name }) => name),
    reset: () => exporter.reset(),
    collect,
    /** The metrics so far by name; rejects if anything failed. */
    async metrics(): Promise<Metrics> {
      const { metrics: all, errors } = await collect();
      if (errors.length > 0) throw new AggregateError(errors);
      return all;
    },
  };
}

/** The points of a gauge: its attributes, and what it says. */
export function pointsOf(metric: MetricData | undefined) {
  return metric?.dataPoints.map(({ attributes, value }) => ({ ...attributes, value }));
}
