import { documentationMerchant, ok, setEndpointErrors, setEndpointSchema } from "@wonflow/core";
import { z } from "zod";
import { anybody } from "../caller.ts";
import { route } from "../route.ts";

const secretSchema = z
  .object({ secret: z.string().meta({ description: "whsec_…: what signs from now on" }) })
  .meta({ id: "WebhookSecret" });

/** What exists in development only, for whoever tries the service on a laptop. The OpenAPI document leaves it out. */
export const developmentRoutes = [
  route({
    method: "PUT",
    path: "/development/webhook-endpoint",
    operationId: "setDevelopmentWebhook",
    summary: "Sets where the documentation merchant is told of its settlements; answers another secret each time",
    tag: "Service",
    caller: anybody,
    request: setEndpointSchema,
    response: secretSchema,
    errors: [...setEndpointErrors, "NOT_FOUND_WEBHOOK"],
    async answer({ payments: { webhooks }, body }) {
      const endpoint = await webhooks.set(documentationMerchant, body);
      if (!endpoint.ok) return endpoint;
      const { secret } = endpoint.value;
      if (secret !== null) return ok({ secret });
      const rotated = await webhooks.rotate(documentationMerchant);
      return rotated.ok ? ok({ secret: rotated.value.secret }) : rotated;
    },
  }),
];
