import { webhookEvents } from "@wonflow/core";
import { z } from "zod";
import type { Route } from "../route.ts";
import type { Components } from "./components.ts";
import type { Operation } from "./operation.ts";
import type { Parameter } from "./shared.ts";

export type WebhookRequest = Pick<
  Operation,
  "operationId" | "summary" | "description" | "tags" | "security" | "parameters" | "requestBody"
> & { readonly responses: Readonly<Record<string, { readonly description: string }>> };

type EventKind = (typeof webhookEvents)[number];

const delivery = [
  "It goes to the merchant's endpoint, if its contract has the webhook. It is signed by Standard Webhooks: verify the signature over the raw body, byte by byte. Of the headers, webhook-id and webhook-timestamp are signed too.",
  "Answer with 2xx within 10 seconds. After anything else the service tries again, seven times within about four days. The same message may come more than once, under the same webhook-id.",
];

/** Every event that some route answers the object of, by its name. Interface: Events, Settlement webhook. */
export function webhooksOf(
  components: Components,
  routes: readonly Route[],
): Readonly<Record<string, { readonly post: WebhookRequest }>> {
  const posts = webhookEvents.flatMap((kind) => {
    const route = routes.find(({ response }) => answers(response, kind.schema));
    return route === undefined ? [] : [[kind.name, { post: requestOf(kind, route, components) }] as const];
  });
  return Object.fromEntries(posts);
}

function answers(response: z.ZodType, schema: z.ZodType): boolean {
  return response === schema || (response instanceof z.ZodUnion && response.options.includes(schema));
}

function requestOf({ name, schema, ...kind }: EventKind, route: Route, components: Components): WebhookRequest {
  const examples = Object.entries(route.examples)
    .filter(([, { answer }]) => schema.safeParse(answer).success)
    .map(([title, { summary, answer }]) => [title, { summary, value: answer }] as const);
  const content = { schema: components.name(schema, "output"), examples: Object.fromEntries(examples) };
  return {
    operationId: name.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: kind.summary,
    description: [kind.description, ...delivery].join("\n\n"),
    tags: [route.tag],
    security: [],
    parameters: headersOf(name),
    requestBody: {
      description: `As ${route.method} ${route.path} answers it`,
      required: true,
      content: { "application/json": content },
    },
    responses: {
      "2XX": { description: "Delivered" },
      "410": { description: "Given up: the service does not try this message again" },
      default: { description: "The service tries again later" },
    },
  };
}

function headersOf(event: string): readonly Parameter[] {
  return [
    header("webhook-event", "The event. It is not signed: trust the one in webhook-id", event),
    header(
      "webhook-id",
      "The event, with hyphens, and the message's own part: `msg_<event>_<unique>`. The same at every try",
      `msg_${event.replaceAll(".", "-")}_Wm6Xs0Tz4Ud8Of1Lp5Nh9QrJ`,
    ),
    header("webhook-timestamp", "Seconds since 1970, when it was sent", "1795532400"),
    header(
      "webhook-signature",
      "One signature for each secret, separated by spaces",
      "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    ),
  ];
}

function header(name: string, description: string, example: string): Parameter {
  return { name, in: "header", required: true, description, schema: { type: "string" }, example };
}
