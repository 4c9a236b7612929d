import { ok } from "@wonflow/core";
import { z } from "zod";
import { anybody } from "../callers/caller.ts";
import * as examples from "../examples/probes.ts";
import { Reply } from "../response/reply.ts";
import { route } from "../route.ts";

const healthSchema = z.object({ status: z.literal("alive") }).meta({ id: "Health" });
const readinessSchema = z
  .object({
    status: z.enum(["ready", "not-ready"]),
    work: z.literal("waiting").optional().meta({
      description:
        "Due work has waited for a minute, and no process claims it: call startWork(payments), or run wonflow work",
    }),
  })
  .meta({ id: "Readiness" });

export const probeRoutes = [
  route({
    at: "GET /healthz",
    operationId: "health",
    summary: "The process is alive",
    description: "A liveness probe: it does not ask the database. It is never limited.",
    examples: examples.health,
    tag: "Service",
    caller: anybody,
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
      "A readiness probe: it asks the store. A process that is about to stop answers no first. It is never limited.",
    examples: examples.readiness,
    tag: "Service",
    caller: anybody,
    limits: {},
    anyQuery: true,
    response: readinessSchema,
    statuses: [200, 503],
    errors: [],
    async answer({ ready, workWaits }) {
      if (!(await ready())) return ok(new Reply(503, { status: "not-ready" } as const));
      // This process answers requests all the same, so that no load balancer takes it out.
      return ok({ status: "ready", ...(workWaits() && { work: "waiting" }) } as const);
    },
  }),
];
