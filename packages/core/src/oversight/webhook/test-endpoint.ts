import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { merchantRef } from "../../merchant/merchant.ts";
import { ok, refuse, refuseField } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { shownLine } from "../../engine/text/readable-text.ts";
import { deliveryId } from "../../engine/outbox/delivery.ts";
import { type WebhookAnswer, type WebhookSender, failed, messageTo, opened, sendOnce } from "./send.ts";
import { endpointRef } from "./endpoint.ts";
import { webhookTest, type TestedWebhook } from "./events.ts";

/** How an endpoint has answered a test. */
export interface EndpointTest {
  /** The HTTP status; null if no answer came. */
  readonly status: number | null;
  /** How long it took, in milliseconds. */
  readonly answeredInMs: number;
  /** The reason why a message would not have been delivered; null if it would have been. */
  readonly problem: string | null;
}

export const testEndpointErrors = ["NOT_FOUND_WEBHOOK", "FORBIDDEN_REQUEST"] as const;

/**
 * Sends one message now, and returns the answer to it. Nothing is recorded and nothing is tried again: an operator is
 * waiting for the result.
 */
export async function testEndpoint(context: Context, tenant: Tenant, sender: WebhookSender | undefined) {
  const [endpoint, merchant] = await loadOnce(context, tenant, (read) => read(endpointRef, merchantRef));
  if (endpoint === undefined || merchant === undefined) return refuse("NOT_FOUND_WEBHOOK");
  // A test that succeeds would promise messages that are never sent.
  if (!merchant.contracts.webhook) {
    return refuseField("FORBIDDEN_REQUEST", "contracts.webhook", "must be part of the merchant's contract");
  }
  const now = context.clock.now();
  const { name: event } = webhookTest;
  const tested: TestedWebhook = { url: endpoint.url, sentAt: new Date(now).toISOString() };
  const message = { id: deliveryId(event, context.ids.random(24)), event, body: JSON.stringify(tested), now };
  const to = await opened(context, tenant, endpoint);
  const answer =
    sender === undefined
      ? failed("this process sends no webhooks", 0)
      : await sendOnce(context, sender, messageTo(to, message));
  return ok<EndpointTest>(viewAnswer(answer));
}

function viewAnswer(answer: WebhookAnswer): EndpointTest {
  const { ms: answeredInMs } = answer;
  if (answer.outcome === "failed") return { status: null, answeredInMs, problem: shownLine(answer.reason) };
  const { status } = answer;
  const isTaken = status >= 200 && status < 300;
  return { status, answeredInMs, problem: isTaken ? null : `the receiver answered ${status}, and not 2xx` };
}
