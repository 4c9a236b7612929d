import { metrics, trace } from "@opentelemetry/api";
import type { Store } from "@wonflow/core";
import { errorTypeOf } from "../logger/masked.ts";
import { fail } from "./spans.ts";

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
