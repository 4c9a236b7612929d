import type { Clock, ErrorCode } from "@wonflow/core";
import {
  context,
  metrics,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type TextMapGetter,
} from "@opentelemetry/api";

interface ObservingSettings {
  readonly answered?: ((request: AnsweredRequest) => void) | undefined;
  readonly clock?: Pick<Clock, "now"> | undefined;
}

export interface Learned {
  /** The path with its open parts in braces; undefined for an unknown path. */
  route?: string;
  code?: ErrorCode;
}

/** An answered request. Of what was sent it holds the method only, and no address. */
export interface AnsweredRequest extends Learned {
  readonly method: string;
  readonly status: number;
  readonly traceId: string;
  /** Milliseconds until the answer's headers. */
  readonly ms: number;
}

type Observe = (
  asked: { readonly request: Request; readonly traceId: string },
  answer: (learned: Learned) => Promise<Response>,
) => Promise<Response>;

/** The methods of the semantic conventions. All others become `_OTHER`, so that clients can't add metric values. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"]);

/** Seconds, from the semantic conventions. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const headersGetter: TextMapGetter<Headers> = {
  keys: (headers) => [...headers.keys()],
  get: (headers, name) => headers.get(name) ?? undefined,
};

/**
 * A span and a measured duration for each request, by the semantic conventions of HTTP servers. Paths, queries,
 * headers and bodies are left out, because they may hold tokens. Without an OpenTelemetry SDK this does nothing.
 */
export function observedRequests({ answered = () => {}, clock }: ObservingSettings): Observe {
  const now = () => clock?.now() ?? performance.now();
  const tracer = trace.getTracer("@wonflow/http");
  const duration = metrics.getMeter("@wonflow/http").createHistogram("http.server.request.duration", {
    description: "Duration of HTTP server requests.",
    unit: "s",
    advice: { explicitBucketBoundaries: durations },
  });
  return async ({ request, traceId }, answer) => {
    const began = now();
    const method = methods.has(request.method) ? request.method : "_OTHER";
    const known = { "http.request.method": method, "url.scheme": request.url.startsWith("https:") ? "https" : "http" };
    const { parent, kind } = parentOf(request);
    const attributes = { ...known, "wonflow.trace_id": traceId };
    const span = tracer.startSpan(spanName(method), { kind, attributes }, parent);
    const learned: Learned = {};
    const response = await context.with(trace.setSpan(parent, span), () => answer(learned));
    const ms = now() - began;
    const { status } = response;
    const measured = { ...known, ...attributesOf(status, learned) };
    span.setAttributes(measured);
    if (learned.route !== undefined) span.updateName(`${spanName(method)} ${learned.route}`);
    if (learned.code !== undefined) span.setAttribute("wonflow.error.code", learned.code);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    duration.record(ms / 1000, measured);
    tell(answered, { ...learned, method, status, traceId, ms });
    return response;
  };
}

function spanName(method: string): string {
  return method === "_OTHER" ? "HTTP" : method;
}

/** An active span belongs to the server, such as an instrumented node:http: our span becomes its child. */
function parentOf({ headers }: Request): { readonly parent: Context; readonly kind: SpanKind } {
  const active = context.active();
  const isInside = trace.getSpan(active) !== undefined;
  if (isInside) return { parent: active, kind: SpanKind.INTERNAL };
  return { parent: propagation.extract(active, headers, headersGetter), kind: SpanKind.SERVER };
}

function attributesOf(status: number, { route, code }: Learned): Attributes {
  return {
    "http.response.status_code": status,
    ...(route !== undefined && { "http.route": route }),
    ...(status >= 500 && { "error.type": code ?? String(status) }),
  };
}

/** A log that throws must not cost the caller the answer. */
function tell(answered: (request: AnsweredRequest) => void, request: AnsweredRequest): void {
  try {
    answered(request);
  } catch {
    // There is no further place to report it.
  }
}
