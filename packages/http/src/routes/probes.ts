import { z } from "zod";
import { openRoute } from "../route.ts";

const healthSchema = z.object({ status: z.literal("alive") }).meta({ id: "Health" });
const readinessSchema = z.object({ status: z.enum(["ready", "not-ready"]) }).meta({ id: "Readiness" });

/** What a machine that runs Wonflow asks it. */
export const probeRoutes = [
  openRoute({
    path: "/healthz",
    operationId: "health",
    summary: "The process is alive",
    tag: "Service",
    responses: { 200: healthSchema },
    answer: async () => ({ status: 200, body: { status: "alive" } }),
  }),
  openRoute({
    path: "/readyz",
    operationId: "readiness",
    summary: "Requests can be served; 503 while they can't",
    tag: "Service",
    responses: { 200: readinessSchema, 503: readinessSchema },
    async answer({ ready }) {
      return (await ready())
        ? { status: 200, body: { status: "ready" } }
        : { status: 503, body: { status: "not-ready" } };
    },
  }),
];
