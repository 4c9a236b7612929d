import { metrics, trace, SpanKind } from "@opentelemetry/api";
import type { Store, WebhookSender, AroundWork } from "@wonflow/core";
import { errorTypeOf } from "../logger/told.ts";
import { fail, inClientSpan } from "./client-span.ts";

const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A store whose commits have a span and a measured duration, which includes waiting for other commits. */
export function observedStore(store: Store): Store {
  const tracer = trace.getTracer("wonflow");
  const duration = metrics.getMeter("wonflow").createHistogram("wonflow.commit.duration", {
    description: "How long a decision waits for its commit.",
    unit: "s",
    advice: { explicitBucketBoundaries: durations },
  });
  return {
    read: (tenant, request) => store.read(tenant, request),
    list: (tenant, request) => store.list(tenant, request),
    claimDue: (kind, claim) => store.claimDue(kind, claim),
    listDue: (kind, limit) => store.listDue(kind, limit),
    entries: (tenant, reference) => store.entries(tenant, reference),
    listEntries: (tenant, page) => store.listEntries(tenant, page),
    sumPostings: (tenant) => store.sumPostings(tenant),
    tallies: (tenant, request) => store.tallies(tenant, request),
    purgeCommits: (request) => store.purgeCommits(request),
    commit(changeSet) {
      const began = performance.now();
      const attributes = { "wonflow.tenant": changeSet.tenant };
      return tracer.startActiveSpan("commit", { attributes }, async (span) => {
        let result = "error";
        try {
          const answer = await store.commit(changeSet);
          result = answer.status;
          return answer;
        } catch (error) {
          fail(span, errorTypeOf(error));
          throw error;
        } finally {
          span.setAttribute("wonflow.commit.result", result);
          span.end();
          duration.record((performance.now() - began) / 1000, { "wonflow.commit.result": result });
        }
      });
    },
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
