import * as examples from "../examples/webhooks.ts";
import { ok, setEndpointSchema, webhookEvents, type WebhookEndpoint, operationErrors } from "@wonflow/core";
import { z } from "zod";
import { merchantOrCashier, merchantOrOwner, merchantOrOwnerAgain, ofPath } from "../callers/caller.ts";
import { fieldsOf } from "../recorded-change.ts";
import { numberIn } from "../request/parameters.ts";
import { utcTime } from "../response/page.ts";
import { route } from "../route.ts";
import { merchantParams } from "./sellers.ts";

const path = "/merchants/{mId}/webhook-endpoint";

const eventNames = webhookEvents.map(({ name }) => name);

const endpointSchema = z
  .object({
    url: z.string(),
    events: z.array(z.enum(eventNames)).meta({ description: "Settlements, and the events that it subscribes to" }),
    secretSince: z.iso.datetime().meta({ description: "Since when the present secret signs" }),
    formerSecretsUntil: z
      .array(z.iso.datetime())
      .meta({ description: "Until when each secret before it signs as well, the newest first" }),
    contracted: z.boolean().meta({ description: "Whether the contract has the webhook: without it nothing is sent" }),
  })
  .meta({ id: "WebhookEndpoint" });

const setSchema = endpointSchema
  .extend({
    secret: z
      .string()
      .nullable()
      .meta({ description: "whsec_… of a new endpoint, shown once; null if it is unchanged" }),
  })
  .meta({ id: "WebhookEndpointSet" });

function viewEndpoint({ url, events, ...endpoint }: WebhookEndpoint): z.output<typeof endpointSchema> {
  const { secretSince, formerSecretsUntil, contracted } = endpoint;
  return {
    url,
    events: [...events],
    secretSince: utcTime(secretSince),
    formerSecretsUntil: formerSecretsUntil.map(utcTime),
    contracted,
  };
}

const eventsSchema = z.object({ events: z.array(z.string()) });

/** The address without its query, which may hold a secret, and the events. */
function endpointIn(body: unknown): Readonly<Record<string, string | number>> {
  const { url } = fieldsOf(body, "url");
  const address = typeof url === "string" ? URL.parse(url) : null;
  const { data } = eventsSchema.safeParse(body);
  return {
    ...(address && { url: `${address.origin}${address.pathname}` }),
    ...(data && { events: data.events.join(", ") }),
  };
}

export const webhookEndpointRoutes = [
  route({
    at: `GET ${path}`,
    operationId: "getWebhookEndpoint",
    summary: "Reads the merchant's webhook endpoint, without its secrets",
    description: "404 where it has none.",
    examples: examples.getWebhookEndpoint,
    tag: "Webhooks",
    caller: ofPath(merchantOrOwner),
    params: merchantParams,
    response: endpointSchema,
    errors: operationErrors.webhooks.get,
    async answer({ payments, tenant }) {
      const endpoint = await payments.webhooks.get(tenant);
      return endpoint.ok ? ok(viewEndpoint(endpoint.value)) : endpoint;
    },
  }),
  route({
    at: `PUT ${path}`,
    operationId: "setWebhookEndpoint",
    summary: "Sets where webhooks are sent, and which; a new endpoint's secret is shown once",
    description:
      "A field that is left out stays. A new endpoint needs its url, https in live mode; its host must have public addresses only, but for a service in development.",
    examples: examples.setWebhookEndpoint,
    tag: "Webhooks",
    caller: ofPath(merchantOrOwnerAgain),
    about: endpointIn,
    params: merchantParams,
    request: setEndpointSchema,
    response: setSchema,
    errors: operationErrors.webhooks.set,
    async answer({ payments, tenant, body, isDevelopment }) {
      // A merchant's operator must not be able to send requests into the platform's own network.
      const set = await payments.webhooks.set(tenant, body, { publicOnly: !isDevelopment });
      return set.ok ? ok({ ...viewEndpoint(set.value), secret: set.value.secret }) : set;
    },
  }),
  route({
    at: `DELETE ${path}`,
    operationId: "removeWebhookEndpoint",
    summary: "Removes the webhook endpoint with its secrets and subscription",
    description: "Messages that are still to be sent fail until there is one again.",
    examples: examples.removeWebhookEndpoint,
    tag: "Webhooks",
    caller: ofPath(merchantOrOwnerAgain),
    params: merchantParams,
    response: z.object({ removed: z.literal(true) }).meta({ id: "WebhookEndpointRemoved" }),
    errors: operationErrors.webhooks.remove,
    answer: ({ payments, tenant }) => payments.webhooks.remove(tenant),
  }),
  route({
    at: `POST ${path}/secret`,
    operationId: "rotateWebhookSecret",
    summary: "Gives the webhook endpoint a new secret, which is shown once",
    description:
      "The one before it signs as well for a day, or as long as overlapMs says, so that the receiver can change over in between. 0 ends all former secrets at once, as a stolen one wants it.",
    examples: examples.rotateWebhookSecret,
    tag: "Webhooks",
    caller: ofPath(merchantOrOwnerAgain),
    params: merchantParams,
    query: z.object({
      overlapMs: z.string().optional().meta({
        description: "How long the secret before it signs as well; a day by default, 30 days at most",
        type: "integer",
        minimum: 0,
        maximum: 2_592_000_000,
      }),
    }),
    response: z
      .object({ secret: z.string(), formerSecretUntil: z.iso.datetime() })
      .meta({ id: "WebhookSecretRotated" }),
    errors: operationErrors.webhooks.rotate,
    async answer({ payments, tenant, query: { overlapMs } }) {
      const rotated = await payments.webhooks.rotate(tenant, { overlapMs: numberIn(overlapMs) });
      if (!rotated.ok) return rotated;
      const { secret, formerSecretUntil } = rotated.value;
      return ok({ secret, formerSecretUntil: utcTime(formerSecretUntil) });
    },
  }),
  route({
    at: `POST ${path}/test`,
    operationId: "testWebhookEndpoint",
    summary: "Sends one signed test message to the webhook endpoint now, and returns how it was answered",
    description:
      "The event is webhook.test. It is sent once, and waits ten seconds at most. It is not a delivery, and not in the list of deliveries.",
    examples: examples.testWebhookEndpoint,
    tag: "Webhooks",
    caller: ofPath(merchantOrCashier),
    params: merchantParams,
    response: z
      .object({
        status: z.int().nullable().meta({ description: "The HTTP status; null if no answer arrived" }),
        answeredInMs: z.int(),
        problem: z.string().nullable().meta({ description: "null if a message would have been delivered" }),
      })
      .meta({ id: "WebhookEndpointTest" }),
    errors: operationErrors.webhooks.test,
    answer: ({ payments, tenant }) => payments.webhooks.test(tenant),
  }),
];
