import { metrics, type Attributes, type Span } from "@opentelemetry/api";
import { errorCatalog, scrubbedAnswer, type ProviderSaid } from "@wonflow/core";

import { codeText, maskedKey, saidText } from "../logger/told.ts";
import { fail, inClientSpan } from "./client-span.ts";

interface Told {
  readonly outcome: string;
  readonly code?: string;
  readonly provider?: ProviderSaid | undefined;
  readonly reason?: string;
}

export type Ask = <Answer extends Told>(
  operation: string,
  request: { readonly tenant: string; readonly key?: string },
  call: () => Promise<Answer>,
) => Promise<Answer>;

type Provider = "gateway" | "payout-bank";

const outcomes = new Set(["done", "refused", "unknown", "not-found"]);

/** Spans and a counter of calls: the name under which a gateway is bound, the operation, its outcome and the provider's scrubbed words, but no sent values. */
export function providerCalls(provider: Provider, name?: string): Ask {
  const calls = metrics.getMeter("wonflow").createCounter("wonflow.provider.calls", {
    description: "Calls of gateways and banks.",
    unit: "{call}",
  });
  const codes = boundedCodes();
  return (operation, request, call) => {
    const { tenant, key } = request;
    const about = {
      "wonflow.provider": provider,
      ...(name !== undefined && { "wonflow.provider.name": name }),
      "wonflow.provider.operation": operation,
    };
    const attributes: Attributes = {
      ...about,
      "wonflow.tenant": tenant,
      ...(key !== undefined && { "wonflow.attempt.key": maskedKey(key) }),
    };
    return inClientSpan(`${provider} ${operation}`, attributes, async (span) => {
      let counted: Attributes = { "wonflow.provider.outcome": "threw" };
      try {
        const answer = await call();
        const told: Told = scrubbedAnswer(request, answer);
        tellOutcome(span, told);
        counted = countedAs(told, codes);
        return answer;
      } finally {
        calls.add(1, { ...about, ...counted });
      }
    });
  };
}

/** An adapter may answer anything; that is then no outcome. A refusal is an answer, not an error of the call. */
function tellOutcome(span: Span, { outcome, code, provider, reason }: Told): void {
  span.setAttribute("wonflow.provider.outcome", outcomeText(outcome));
  if (outcome === "refused") {
    const isKnown = code !== undefined && Object.hasOwn(errorCatalog, code);
    span.setAttribute("wonflow.error.code", isKnown ? code : "_OTHER");
  } else if (outcome !== "done" && outcome !== "not-found") fail(span, "unknown");
  if (reason !== undefined) span.setAttribute("wonflow.provider.reason", saidText(reason));
  if (provider === undefined) return;
  span.setAttribute("wonflow.provider.code", codeText(provider.code));
  span.setAttribute("wonflow.provider.message", saidText(provider.message));
}

function outcomeText(outcome: string): string {
  return outcomes.has(outcome) ? outcome : "_OTHER";
}

function countedAs({ outcome, provider }: Told, codes: (code: string) => string): Attributes {
  const code = provider?.code ?? "";
  return {
    "wonflow.provider.outcome": outcomeText(outcome),
    ...(code !== "" && { "wonflow.provider.code": codes(code) }),
  };
}

/** So that a provider whose codes never repeat makes no endless number of time series. */
const mostCodes = 300;

function boundedCodes(): (code: string) => string {
  const known = new Set<string>();
  return (code) => {
    const text = codeText(code);
    if (known.size < mostCodes) known.add(text);
    return known.has(text) ? text : "_OTHER";
  };
}
