import { errorCatalog } from "@wonflow/core";
import type { Attributes, Span } from "@opentelemetry/api";

import { maskedKey } from "../logger/told.ts";
import { fail, inClientSpan } from "./client-span.ts";

export type Ask = <Answer extends { readonly outcome: string }>(
  operation: string,
  request: { readonly tenant: string; readonly key?: string },
  call: () => Promise<Answer>,
) => Promise<Answer>;

const outcomes = new Set(["done", "refused", "unknown", "not-found"]);

/** Client spans with the operation and its outcome, but no sent values and no text of the provider. */
export function providerCalls(provider: "card-network" | "payout-bank"): Ask {
  return (operation, { tenant, key }, call) => {
    const attributes: Attributes = {
      "wonflow.provider": provider,
      "wonflow.provider.operation": operation,
      "wonflow.tenant": tenant,
      ...(key !== undefined && { "wonflow.attempt.key": maskedKey(key) }),
    };
    return inClientSpan(`${provider} ${operation}`, attributes, async (span) => {
      const answer = await call();
      tellOutcome(span, answer);
      return answer;
    });
  };
}

/** An adapter may answer anything; that is then no outcome. A refusal is an answer, not an error of the call. */
function tellOutcome(span: Span, { outcome, code }: { readonly outcome: string; readonly code?: string }): void {
  span.setAttribute("wonflow.provider.outcome", outcomes.has(outcome) ? outcome : "_OTHER");
  if (outcome === "refused") {
    const isKnown = code !== undefined && Object.hasOwn(errorCatalog, code);
    span.setAttribute("wonflow.error.code", isKnown ? code : "_OTHER");
  } else if (outcome !== "done" && outcome !== "not-found") fail(span, "unknown");
}
