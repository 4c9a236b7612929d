import {
  namedGateways,
  wrappedGateway,
  type Gateway,
  type GatewayCall,
  type GivenGateways,
  type Mode,
  type PayoutBank,
  errorCatalog,
  scrubbedAnswer,
  type ProviderSaid,
  type WebhookSender,
} from "@wonflow/core";
import { metrics, type Attributes, type Span } from "@opentelemetry/api";
import { codeText, maskedKey, saidText } from "../logger/masked.ts";
import { fail, inClientSpan } from "./spans.ts";

type OfModes<Port> = { readonly test?: Port; readonly live?: Port };

/** The ports of both modes, each with spans around its calls. */
export function observed<Port>({ test, live }: OfModes<Port>, observe: (port: Port) => Port): OfModes<Port> {
  return {
    ...(test !== undefined && { test: observe(test) }),
    ...(live !== undefined && { live: observe(live) }),
  };
}

/** The gateways of both modes by name, each with spans around its calls. */
export function observedGateways({ test, live }: OfModes<GivenGateways>): OfModes<GivenGateways> {
  const observe = (mode: Mode, given: GivenGateways) => {
    const gateways = [...namedGateways(mode, given)];
    return Object.fromEntries(gateways.map(([name, gateway]) => [name, observedGateway(name, gateway)]));
  };
  return {
    ...(test !== undefined && { test: observe("test", test) }),
    ...(live !== undefined && { live: observe("live", live) }),
  };
}

/** The names of calls in spans and metrics. */
const operations: Readonly<Record<GatewayCall, string>> = {
  authenticate: "authenticate",
  issueToken: "issue-token",
  releaseToken: "release-token",
  begin: "begin",
  finish: "finish",
  lookUpAuthentication: "look-up",
  approve: "approve",
  cancel: "cancel",
  reverse: "reverse",
  lookUpApproval: "look-up",
  lookUpCancellation: "look-up",
  statement: "statement",
};

function observedGateway(name: string, gateway: Gateway): Gateway {
  const ask = providerCalls("gateway", name);
  return wrappedGateway(gateway, (call, send) => (request) => ask(operations[call], request, () => send(request)));
}

export function observedPayoutBank(bank: PayoutBank): PayoutBank {
  const ask = providerCalls("payout-bank");
  const { sandbox } = bank;
  return {
    ...(sandbox !== undefined && { sandbox }),
    registerSeller: (request) => ask("register-seller", request, async () => bank.registerSeller(request)),
    lookUpSeller: (question) => ask("look-up-seller", question, async () => bank.lookUpSeller(question)),
    submit: (request) => ask("submit", request, async () => bank.submit(request)),
    lookUp: (question) => ask("look-up", question, async () => bank.lookUp(question)),
    statement: (question) => ask("statement", question, async () => bank.statement(question)),
  };
}

interface ProviderAnswer {
  readonly outcome: string;
  readonly code?: string;
  readonly provider?: ProviderSaid | undefined;
  readonly reason?: string;
}

export type Ask = <Answer extends ProviderAnswer>(
  operation: string,
  request: { readonly tenant: string; readonly key?: string },
  call: () => Promise<Answer>,
) => Promise<Answer>;

type Provider = "gateway" | "payout-bank";

const outcomes = new Set(["done", "refused", "unknown", "not-found", "unsigned", "forged"]);

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
        const scrubbed: ProviderAnswer = scrubbedAnswer(request, answer);
        recordOutcome(span, scrubbed);
        counted = countedAs(scrubbed, codes);
        return answer;
      } finally {
        calls.add(1, { ...about, ...counted });
      }
    });
  };
}

/** An adapter may answer anything; that is then no outcome. A refusal is an answer, not an error of the call. */
function recordOutcome(span: Span, { outcome, code, provider, reason }: ProviderAnswer): void {
  span.setAttribute("wonflow.provider.outcome", outcomeText(outcome));
  if (outcome === "refused" || outcome === "unsigned") {
    const isKnown = code !== undefined && Object.hasOwn(errorCatalog, code);
    span.setAttribute("wonflow.error.code", isKnown ? code : "_OTHER");
  } else if (outcome !== "done" && outcome !== "not-found" && outcome !== "forged") fail(span, "unknown");
  if (reason !== undefined) span.setAttribute("wonflow.provider.reason", saidText(reason));
  if (provider === undefined) return;
  span.setAttribute("wonflow.provider.code", codeText(provider.code));
  span.setAttribute("wonflow.provider.message", saidText(provider.message));
}

function outcomeText(outcome: string): string {
  return outcomes.has(outcome) ? outcome : "_OTHER";
}

function countedAs({ outcome, provider }: ProviderAnswer, codes: (code: string) => string): Attributes {
  const code = provider?.code ?? "";
  return {
    "wonflow.provider.outcome": outcomeText(outcome),
    ...(code !== "" && { "wonflow.provider.code": codes(code) }),
  };
}

/** Bounds the time series of a provider whose codes never repeat. */
const mostCodes = 300;

function boundedCodes(): (code: string) => string {
  const known = new Set<string>();
  return (code) => {
    const text = codeText(code);
    if (known.size < mostCodes) known.add(text);
    return known.has(text) ? text : "_OTHER";
  };
}

/**
 * A webhook sender with a span around each message. Of the merchant's address the span has host and port only: the rest
 * may be a secret. The trace is not propagated to the merchant.
 */
export function observedWebhookSender(sender: WebhookSender): WebhookSender {
  return {
    refusalOf: async (url) => sender.refusalOf?.(url),
    send(message) {
      const { hostname, port, protocol } = addressOf(message.url);
      const attributes = {
        "http.request.method": "POST",
        "wonflow.webhook.delivery": message.id,
        "server.address": hostname,
        "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
      };
      return inClientSpan("POST", attributes, async (span) => {
        const answer = await sender.send(message);
        if (answer.outcome === "answered") {
          span.setAttribute("http.response.status_code", answer.status);
          if (answer.status >= 400) fail(span, String(answer.status));
        } else fail(span, "no_answer");
        return answer;
      });
    },
  };
}

/** The sender refuses an address that can't be parsed. */
function addressOf(url: string): Pick<URL, "hostname" | "port" | "protocol"> {
  return URL.parse(url) ?? { hostname: "", port: "", protocol: "" };
}
