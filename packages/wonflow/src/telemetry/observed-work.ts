import { trace, SpanKind } from "@opentelemetry/api";
import type { AroundWork } from "@wonflow/core";
import { fail } from "./client-span.ts";

/** A span around the due work of each record, with its provider calls and commits as children. */
export function observedWork(): AroundWork {
  const tracer = trace.getTracer("wonflow");
  return ({ kind, tenant }, run) => {
    const attributes = { "wonflow.work.kind": kind, "wonflow.tenant": tenant };
    return tracer.startActiveSpan(`work ${kind}`, { kind: SpanKind.CONSUMER, attributes }, async (span) => {
      const succeeded = await run();
      if (!succeeded) fail(span, "work_failed");
      span.end();
      return succeeded;
    });
  };
}
