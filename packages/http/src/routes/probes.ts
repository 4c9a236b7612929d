import * as examples from "../examples/probes.ts";
import { ok } from "@wonflow/core";
import { z } from "zod";
import { anyone } from "../callers/caller.ts";
import { readinessSchema } from "../readiness.ts";
import { Reply } from "../response/answer.ts";
import { route } from "../route.ts";

const healthSchema = z.object({ status: z.literal("alive") }).meta({ id: "Health" });

export const probeRoutes = [
  route({
    at: "GET /healthz",
    operationId: "health",
    summary: "The process is alive",
    description: "A liveness probe: it does not ask the database. It is never limited.",
    examples: examples.health,
    tag: "Service",
    caller: anyone,
    limits: {},
    anyQuery: true,
    response: healthSchema,
    errors: [],
    answer: async () => ok({ status: "alive" } as const),
  }),
  route({
    at: "GET /readyz",
    operationId: "readiness",
    summary: "The process can serve requests; 503 while it can't",
    description:
      "A readiness probe: it asks the store, and answers 503 as long as writes fail. A process that is about to stop answers no first. It is never limited.",
    examples: examples.readiness,
    tag: "Service",
    caller: anyone,
    limits: {},
    anyQuery: true,
    response: readinessSchema,
    statuses: [200, 503],
    errors: [],
    async answer({ ready }) {
      const readiness = await ready();
      // With work that waits this process answers requests all the same, so that no load balancer takes it out.
      return ok(readiness.status === "ready" ? readiness : new Reply(503, readiness));
    },
  }),
];
