import { webhookEvents, webhookTest } from "@wonflow/core";
import { z } from "zod";
import type { Route } from "../route.ts";
import type { Components, Parameter } from "./components.ts";
import type { Operation } from "./operation.ts";

export type WebhookRequest = Pick<
  Operation,
  "operationId" | "summary" | "description" | "tags" | "security" | "parameters" | "requestBody"
> & { readonly responses: Readonly<Record<string, { readonly description: string }>> };

type EventKind = (typeof webhookEvents)[number];
type SentKind = EventKind | typeof webhookTest;

const toAll = "It goes to the merchant's endpoint, if its contract has the webhook.";

const bySubscription =
  "It goes to the merchant's endpoint, if its contract has the webhook and the endpoint subscribes to the event. The body is the object as the event left it. webhook-id has its number among the messages about this object, from 1, by which to put them in order. A webhook is news: what is true now, a look-up says.";

const delivery = [
  "It is signed by Standard Webhooks: verify the signature over the raw body, byte by byte. Of the headers, webhook-id and webhook-timestamp are signed too.",
  "Answer with 2xx within 10 seconds. After anything else the service tries again, seven times within about four days. The same message may come more than once, under the same webhook-id.",
];

/** Every event that some route answers the object of, by its name. Interface: Events, Settlement webhook. */
export function webhooksOf(
  components: Components,
  routes: readonly Route[],
): Readonly<Record<string, { readonly post: WebhookRequest }>> {
  const posts = webhookEvents.flatMap((kind) => {
    const answering = routes.filter(({ response }) => answers(response, kind.schema));
    const lookUp = answering.find(({ method }) => method === "GET");
    const examples = examplesOf(kind, answering);
    return lookUp === undefined
      ? []
      : [[kind.name, { post: requestOf(kind, { ...seenBy(lookUp), examples, components }) }] as const];
  });
  const examples = { test: { summary: webhookTest.summary, value: webhookTest.example } };
  const test = { tag: "Webhooks", bodyIs: "The tested address `url`, and the time `sentAt`", examples, components };
  return { ...Object.fromEntries(posts), [webhookTest.name]: { post: requestOf(webhookTest, test) } };
}

function answers(response: z.ZodType, schema: z.ZodType): boolean {
  return response === schema || (response instanceof z.ZodUnion && response.options.includes(schema));
}

/** The answers of these routes that show the event, each once. */
function examplesOf({ isExample }: EventKind, routes: readonly Route[]) {
  const found = new Map<string, readonly [string, { readonly summary: string; readonly value: unknown }]>();
  for (const [title, { summary, answer }] of routes.flatMap(({ examples }) => Object.entries(examples))) {
    const text = JSON.stringify(answer);
    if (isExample(answer) && !found.has(text)) found.set(text, [title, { summary, value: answer }]);
  }
  return Object.fromEntries(found.values());
}

function seenBy({ tag, method, path }: Route) {
  return { tag, bodyIs: `As ${method} ${path} answers it` };
}

interface Described {
  readonly tag: string;
  readonly bodyIs: string;
  readonly examples: ReturnType<typeof examplesOf>;
  readonly components: Components;
}

function requestOf(
  { name, schema, ...kind }: SentKind,
  { tag, bodyIs, examples, components }: Described,
): WebhookRequest {
  const content = { schema: components.name(schema, "output"), examples };
  return {
    operationId: name.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: kind.summary,
    description: [kind.description, kind.bySubscription ? bySubscription : toAll, ...delivery].join("\n\n"),
    tags: [tag],
    security: [],
    parameters: headersOf(name, kind.bySubscription),
    requestBody: {
      description: bodyIs,
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

function headersOf(event: string, isNumbered: boolean): readonly Parameter[] {
  const own = isNumbered ? "1_Jd9sGfA1eUh8Kq2mVx0Rz" : "Wm6Xs0Tz4Ud8Of1Lp5Nh9QrJ";
  const form = isNumbered ? "msg_<event>_<number>_<the id of its object>" : "msg_<event>_<unique>";
  return [
    header("webhook-event", "The event. It is not signed: trust the one in webhook-id", event),
    header(
      "webhook-id",
      `The event, with hyphens, and the message's own part: \`${form}\`. The same at every try`,
      `msg_${event.replaceAll(".", "-")}_${own}`,
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
