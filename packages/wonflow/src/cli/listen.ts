import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { readWebhookEvent, shownLine, webhookEvents, type WebhookEvent } from "@wonflow/core";
import type { Command } from "commander";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { signedHeaders } from "../webhook-signature.ts";
import { whyNoAnswer } from "../why-no-answer.ts";
import { print, won } from "./print.ts";
import { visibleLine } from "../visible-text.ts";
import { addCommand, option } from "./command.ts";
import { eventNames } from "./options.ts";
import { askRunning, runningServiceOptions } from "./running-service.ts";

const options = runningServiceOptions.extend({
  forwardTo: option(
    "--forward-to <url>",
    "your server, to which messages are forwarded",
    z.url({ protocol: /^https?$/, error: "--forward-to must be an http or https URL" }).optional(),
  ),
  events: option("--events <names>", "the events to receive, separated by commas; all by default", eventNames),
  secret: option(
    "--secret <whsec>",
    "the secret that your server verifies them with",
    z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]+=*$/, "--secret must be a webhook secret, whsec_…")
      .optional(),
  ),
});

interface Options extends z.output<typeof options> {
  readonly json: boolean;
}

/** A little less than the service waits for an answer. */
const forwardTimeoutMs = 9_000;

const notes = `Replaces the webhook endpoint of the documentation merchant (test_sk_docs) until
another one is set. Receives the events of --events, and settlements. Without
--forward-to, each message is answered with 200.

With --forward-to, each message is forwarded to your server and your server's
answer is returned: a refused message is retried. Messages are signed with the
secret shown at the start, or with your server's own, given by --secret.`;

/** `wonflow webhooks listen`: shows the webhooks of a service in development, and forwards them. */
export function addListenCommand(webhooks: Command): void {
  addCommand(webhooks, "listen", {
    description: "show the webhooks of a service in development as they arrive",
    notes,
    examples: [
      "wonflow webhooks listen",
      "wonflow webhooks listen --forward-to http://localhost:3000/webhook",
      "wonflow webhooks listen --events payment.done,payment.canceled",
      "wonflow trigger payment.done                in another terminal",
    ],
    options,
    run: (given, { json }) => listen({ ...given, json }),
  });
}

/** Resolves when it listens; runs until Ctrl-C. */
async function listen(given: Options): Promise<void> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ownUrl = `http://127.0.0.1:${port}`;
  const endpoint = {
    path: "/development/webhook-endpoint",
    method: "PUT",
    body: { url: ownUrl, events: given.events ?? webhookEvents.map(({ name }) => name) },
  } as const;
  const { secret } = await askRunning(given.url, endpoint, z.object({ secret: z.string() })).catch((error: unknown) => {
    server.close();
    throw error;
  });
  server.on("request", (request, response) => {
    receive(request, secret, given).then(
      ({ line, json, status }) => {
        response.writeHead(status).end();
        print(given.json, json, line);
      },
      (error: unknown) => {
        response.writeHead(400).end();
        print(given.json, { error: String(error) }, `A message was rejected: ${visibleLine(String(error))}`);
      },
    );
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  // The reader of the output is gone.
  process.stdout.once("error", stop);
  const to = given.forwardTo === undefined ? "" : `, and sends them on to ${given.forwardTo}`;
  const started = [
    `Listens to the webhooks of ${given.url} (documentation merchant)${to}.`,
    "The service sends them here until another address is set. Ctrl-C stops this.",
    `Secret  ${given.secret ?? secret}`,
  ];
  print(given.json, { listening: ownUrl, secret: given.secret ?? secret }, started.join("\n"));
}

const headersSchema = z.object({
  "webhook-event": z.string(),
  "webhook-id": z.string(),
  "webhook-timestamp": z.string(),
  "webhook-signature": z.string(),
});

interface Message {
  readonly body: string;
  readonly headers: z.output<typeof headersSchema>;
}

/** Verifies a message, forwards it, and returns the outcome. Rejects unless the service has signed it. */
async function receive(request: IncomingMessage, signedWith: string, { forwardTo, secret }: Options) {
  const message = { body: await text(request), headers: headersSchema.parse(request.headers) };
  const id = message.headers["webhook-id"];
  const event = readWebhookEvent(id, new Webhook(signedWith).verify(message.body, message.headers));
  if (event === undefined) throw new Error(`${id} has an event that this version does not know`);
  const forwarded = forwardTo === undefined ? undefined : await forward(message, { to: forwardTo, secret });
  return {
    status: forwarded?.status ?? 200,
    json: { id, ...event, ...(forwarded && { forwarded }) },
    line: `${event.event}  ${shortOf(event)}${id}${forwarded ? `\n  → ${forwarded.text}` : ""}`,
  };
}

/** An event's object on a line. */
function shortOf(event: WebhookEvent): string {
  if ("payment" in event) {
    const { orderId, totalAmount, status } = event.payment;
    return `${event.sequence}. of ${orderId}  ${won(totalAmount)} won, ${status}  `;
  }
  if ("payout" in event) {
    const { refPayoutId, amount, status } = event.payout;
    return `${event.sequence}. of ${refPayoutId}  ${won(amount.value)} won, ${status}  `;
  }
  if ("webhook" in event) return `of ${event.webhook.url}  `;
  const { settlementId, amount, lines } = event.settlement;
  return `${settlementId}  ${won(amount)} won, ${lines.length === 1 ? "1 line" : `${lines.length} lines`}  `;
}

/** Forwards a message to the developer's server and returns its answer; 502 if there is none, so that the service retries. */
async function forward(
  { body, headers }: Message,
  { to, secret }: { readonly to: string; readonly secret: string | undefined },
) {
  const { "webhook-id": id, "webhook-timestamp": timestamp } = headers;
  const sentAt = new Date(Number(timestamp) * 1000);
  const signed = secret === undefined ? {} : signedHeaders({ id, sentAt, body }, [secret]);
  try {
    const response = await fetch(to, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers, ...signed },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(forwardTimeoutMs),
    });
    const answer = shownLine((await response.text()).slice(0, 200));
    return { status: response.status, text: `${response.status} ${answer}`.trim() };
  } catch (error) {
    return { status: 502, text: `no answer (${whyNoAnswer(error)})` };
  }
}
