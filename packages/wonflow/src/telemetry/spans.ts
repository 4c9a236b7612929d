import { SpanKind, SpanStatusCode, trace, type Attributes, type Span } from "@opentelemetry/api";

import type { AroundWork } from "@wonflow/core";
import { errorTypeOf } from "../logger/masked.ts";

/** Runs an outgoing call in a span of its own, which fails if the call throws. */
export function inClientSpan<Answer>(
  name: string,
  attributes: Attributes,
  ask: (span: Span) => Promise<Answer>,
): Promise<Answer> {
  return trace.getTracer("wonflow").startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      return await ask(span);
    } catch (error) {
      fail(span, errorTypeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed, with the error's type and no text. */
export function fail(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

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
