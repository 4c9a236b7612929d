import { call, type Connection } from "./connection.ts";
import { listOf, pageOf, type List } from "./list.ts";
import type { Merchant } from "./money-operations.ts";
import type {
  Operations,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointRequest,
  WebhookEndpointSet,
  WebhookEndpointTest,
} from "./operations.generated.ts";

/** Where the merchant's webhooks are sent. */
export function webhookEndpoint(connection: Connection, merchant: Merchant) {
  return {
    /**
     * Reads the endpoint, without its secrets.
     *
     * @example
     * const { url, events } = await wonflow.webhookEndpoint.lookUp();
     */
    lookUp: async (): Promise<WebhookEndpoint> => call(connection, "getWebhookEndpoint", { path: merchant() }),

    /**
     * Sets the address and the events; what is left out stays. A new endpoint's secret is answered once: store it. It is
     * sent once.
     *
     * @example
     * const { secret } = await wonflow.webhookEndpoint.set({
     *   url: "https://shop.example/webhook",
     *   events: ["payment.done"],
     * });
     */
    set: async (input: WebhookEndpointRequest): Promise<WebhookEndpointSet> =>
      call(connection, "setWebhookEndpoint", { path: merchant(), body: input }),

    /**
     * Gives the endpoint a new secret. The one before it signs as well, for a day unless `overlapMs` says otherwise. It
     * is sent once, as the answer alone has the secret.
     *
     * @example
     * const { secret } = await wonflow.webhookEndpoint.rotateSecret();
     */
    rotateSecret: async (
      query: Operations["rotateWebhookSecret"]["query"] = {},
    ): Promise<Operations["rotateWebhookSecret"]["answer"]> =>
      call(connection, "rotateWebhookSecret", { path: merchant(), query }),

    /**
     * Has one signed test message sent now: the event `webhook.test`. It is sent once.
     *
     * @example
     * const { status, problem } = await wonflow.webhookEndpoint.test();
     */
    test: async (): Promise<WebhookEndpointTest> => call(connection, "testWebhookEndpoint", { path: merchant() }),

    /**
     * Removes the endpoint with its secrets. It is sent once.
     *
     * @example
     * await wonflow.webhookEndpoint.remove();
     */
    remove: async (): Promise<Operations["removeWebhookEndpoint"]["answer"]> =>
      call(connection, "removeWebhookEndpoint", { path: merchant() }),
  };
}

/** The merchant's webhook messages, with their tries. */
export function webhookDeliveries(connection: Connection, merchant: Merchant) {
  return {
    /**
     * Lists them, the newest first.
     *
     * @example
     * for await (const { id, nextTryAt } of wonflow.webhookDeliveries.list({ status: "EXHAUSTED" })) {
     *   console.log(id, nextTryAt);
     * }
     */
    list: (query: Operations["listWebhookDeliveries"]["query"] = {}): List<WebhookDelivery> =>
      listOf(async (startingAfter) => {
        const page = pageOf(query, startingAfter);
        return call(connection, "listWebhookDeliveries", { path: merchant(), query: page });
      }, query.startingAfter),

    /**
     * Reads one by its webhook-id.
     *
     * @example
     * const { status, log } = await wonflow.webhookDeliveries.lookUp("msg_payment-done_1_Jd9sGfA1eUh8Kq2mVx0Rz");
     */
    lookUp: async (deliveryId: string): Promise<WebhookDelivery> =>
      call(connection, "getWebhookDelivery", { path: { ...merchant(), deliveryId } }),

    /**
     * Sends one again, also one that was delivered or given up. The call itself is sent once.
     *
     * @example
     * await wonflow.webhookDeliveries.resend("msg_payment-done_1_Jd9sGfA1eUh8Kq2mVx0Rz");
     */
    resend: async (deliveryId: string): Promise<WebhookDelivery> =>
      call(connection, "resendWebhookDelivery", { path: { ...merchant(), deliveryId } }),
  };
}
