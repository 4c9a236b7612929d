import type { Context } from "../../context.ts";
import type { Page } from "../../engine/request/page.ts";
import type { Result, Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { getEndpoint, type getEndpointErrors, type WebhookEndpoint } from "./endpoint.ts";
import {
  listDeliveries,
  type ListDeliveriesInput,
  type listDeliveriesErrors,
  type WebhookDelivery,
  lookUpDelivery,
  type lookUpDeliveryErrors,
  resendDelivery,
  type resendDeliveryErrors,
} from "./deliveries.ts";
import {
  removeEndpoint,
  type removeEndpointErrors,
  setEndpoint,
  type SetEndpointInput,
  type SetEndpointOptions,
  type setEndpointErrors,
} from "./set-endpoint.ts";
import { rotateSecret, type RotateSecretInput, type rotateSecretErrors } from "./endpoint-secret.ts";
import { testEndpoint, type EndpointTest, type testEndpointErrors } from "./test-endpoint.ts";
import type { WebhookSender } from "./send.ts";

/**
 * A merchant's endpoint for webhooks, and the messages to it (interface: Settlement webhook; we add other events). They
 * are signed according to Standard Webhooks. Times are in milliseconds since 1970.
 */
export interface WebhookOperations {
  /**
   * Sets the address that a merchant's webhooks are sent to, https in live mode, and the events of payments and payouts
   * to send besides settlements. A field that is left out keeps its value; a new endpoint needs its `url` and has no
   * other events. A new endpoint gets a secret (`whsec_…`), which is returned once and cannot be shown again. An
   * existing endpoint keeps its secret, and null is returned for it.
   *
   * Refusals: `INVALID_REQUEST` for an invalid address, a missing one without an endpoint, or an unknown event;
   * `FORBIDDEN_REQUEST` where the merchant is not registered in this mode; `CONCURRENT_REQUEST`.
   *
   * In test mode messages go to private addresses too, so that a laptop can receive them. Set `publicOnly` if others
   * than you have given the address: it could lead into your network. Where private addresses are not allowed, a host
   * that has one now is `INVALID_REQUEST`; one whose name does not resolve yet is accepted.
   *
   * @example
   * const url = "https://shop.example/webhook";
   * const endpoint = await payments.webhooks.set(tenant, { url, events: ["payment.done", "payout.completed"] });
   */
  set(
    tenant: Tenant,
    input: SetEndpointInput,
    options?: SetEndpointOptions,
  ): Answer<WebhookEndpoint & { readonly secret: string | null }, typeof setEndpointErrors>;

  /**
   * Reads a merchant's endpoint, without its secrets.
   *
   * Refusals: `NOT_FOUND_WEBHOOK` where it has none.
   *
   * @example
   * const endpoint = await payments.webhooks.get(tenant);
   */
  get(tenant: Tenant): Answer<WebhookEndpoint, typeof getEndpointErrors>;

  /**
   * Gives the endpoint a new secret, which is answered once. The one before it signs as well for `overlapMs`
   * (24 hours by default, at most 30 days), so that the receiver can change over at any moment in between. Earlier ones
   * sign until the time that they were given, at most four in all. An overlap of 0 ends all of them at once.
   *
   * Refusals: `INVALID_REQUEST` for the overlap, also for any but 0 while four former secrets sign, which says until
   * when; `NOT_FOUND_WEBHOOK`; `CONCURRENT_REQUEST`.
   *
   * @example
   * const rotated = await payments.webhooks.rotate(tenant);
   */
  rotate(
    tenant: Tenant,
    input?: RotateSecretInput,
  ): Promise<
    Result<
      {
        readonly secret: string;
        /** Until when the secret before it signs as well. */
        readonly formerSecretUntil: number;
      },
      (typeof rotateSecretErrors)[number]
    >
  >;

  /**
   * Sends one message to the endpoint now, the event `webhook.test`, signed as any other, and waits for the answer,
   * eleven seconds at most. It is not recorded as a delivery, and not tried again.
   *
   * Refusals: `NOT_FOUND_WEBHOOK` where there is no endpoint; `FORBIDDEN_REQUEST` where the merchant's contract has no
   * webhook, so that nothing will ever be sent.
   *
   * @example
   * const tested = await payments.webhooks.test(tenant);
   * if (tested.ok) console.log(tested.value.status, tested.value.problem);
   */
  test(tenant: Tenant): Answer<EndpointTest, typeof testEndpointErrors>;

  /**
   * Removes the endpoint with its secrets. Messages that are still to be sent fail until there is one again.
   *
   * Refusals: `NOT_FOUND_WEBHOOK`; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.webhooks.remove(tenant);
   */
  remove(tenant: Tenant): Answer<{ readonly removed: true }, typeof removeEndpointErrors>;

  /**
   * Lists a merchant's messages, sent or still to be sent, the newest first, 10 a page unless `limit` says otherwise:
   * all, or those of some statuses. Then a page examines 10,000 at most, and its cursor continues behind them.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 10,000, an invalid cursor, or an unknown status.
   *
   * @example
   * const page = await payments.webhooks.deliveries(tenant, { limit: 100 });
   */
  deliveries(tenant: Tenant, input?: ListDeliveriesInput): Answer<Page<WebhookDelivery>, typeof listDeliveriesErrors>;

  /**
   * Reads one delivery by its webhook-id, with its last 40 tries. Each has its time, the HTTP status or the reason
   * of no answer, its duration, and the first 200 bytes of the answer.
   *
   * Refusals: `NOT_FOUND_WEBHOOK_DELIVERY`.
   *
   * @example
   * const delivery = await payments.webhooks.delivery(tenant, "msg_settlement-completed_3f0c9a1e77b2");
   */
  delivery(tenant: Tenant, id: string): Answer<WebhookDelivery, typeof lookUpDeliveryErrors>;

  /**
   * Sends a delivery again, also one that was delivered or has run out of retries: the same message, with all its
   * tries. The first is sent as soon as due work runs, or when an answer that is still awaited can't come any more.
   *
   * Refusals: `NOT_FOUND_WEBHOOK_DELIVERY`; `NOT_FOUND_WEBHOOK` where there is no endpoint to send it to;
   * `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.webhooks.resend(tenant, "msg_settlement-completed_3f0c9a1e77b2");
   */
  resend(tenant: Tenant, id: string): Answer<WebhookDelivery, typeof resendDeliveryErrors>;
}

export function webhookOperations(context: Context, sender: WebhookSender | undefined): WebhookOperations {
  return {
    set: (tenant, input, options = {}) => setEndpoint(context, tenant, { ...options, input, sender }),
    test: (tenant) => testEndpoint(context, tenant, sender),
    get: (tenant) => getEndpoint(context, tenant),
    rotate: (tenant, input = {}) => rotateSecret(context, tenant, input),
    remove: (tenant) => removeEndpoint(context, tenant),
    deliveries: (tenant, input = {}) => listDeliveries(context, tenant, input),
    delivery: (tenant, id) => lookUpDelivery(context, tenant, id),
    resend: (tenant, id) => resendDelivery(context, tenant, id),
  };
}
