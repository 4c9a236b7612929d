/** One try of a message to a merchant's endpoint. */
export interface WebhookMessage {
  readonly url: string;
  /** The webhook-id: the same at every try. It names the event. */
  readonly id: string;
  /** The webhook-event: what happened, such as `settlement.completed`. */
  readonly event: string;
  /** JSON, sent as it is. */
  readonly body: string;
  /** `whsec_…`; the message is signed with each of them, the newest first. */
  readonly secrets: readonly [string, ...string[]];
  /** The time for everything, in milliseconds. */
  readonly deadlineMs: number;
  /** Whether it may go to an address that is not public: of a laptop, or of the service's own network. */
  readonly privateAddresses: boolean;
}

/** The outcome of a try: an answer with any status, or why there was none. `ms` is how long it took. */
export type WebhookAnswer =
  | {
      readonly outcome: "answered";
      readonly status: number;
      readonly ms: number;
      /** The first 200 bytes of the body as text. */
      readonly text: string;
    }
  | { readonly outcome: "failed"; readonly reason: string; readonly ms: number };

/**
 * Sends webhooks as Standard Webhooks has them: `webhook-id`, `webhook-timestamp` (the machine's time in
 * seconds) and `webhook-signature`, with `webhook-event` beside them. Follows no redirect, and where private addresses are not allowed it
 * connects to none, however the address is written and whatever its name resolves to.
 */
export interface WebhookSender {
  /** Sends a message once. A failure is an answer too. */
  send(message: WebhookMessage): Promise<WebhookAnswer>;
  /**
   * The reason why `send` refuses this URL without `privateAddresses`; undefined if it does not, or if that is unknown,
   * as while the host's name does not resolve. Called when an address is set. A sender that refuses no address leaves
   * it out.
   */
  refusalOf?(url: string): Promise<string | undefined>;
}
