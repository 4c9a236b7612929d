import type { Context } from "../../context.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { answerDeadlineMs } from "../../engine/outbox/retry-times.ts";
import { allowsPrivate, formerSecretsAt, type StoredEndpoint } from "./endpoint.ts";

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

/** An endpoint as messages to it are made: with its secrets opened. */
interface OpenedEndpoint {
  readonly url: string;
  readonly privateAddresses: boolean;
  /** Which of them sign depends on the moment. */
  readonly secretsAt: (now: number) => readonly [string, ...string[]];
}

export async function opened(
  { vault, clock }: Context,
  tenant: Tenant,
  endpoint: StoredEndpoint,
): Promise<OpenedEndpoint> {
  const present = await vault.open(endpoint.secret);
  // A former secret whose time is over may be sealed under a service secret that is lost.
  const live = formerSecretsAt(endpoint, clock.now());
  const former = await Promise.all(
    live.map(async ({ secret, until }) => ({ secret: await vault.open(secret), until })),
  );
  return {
    url: endpoint.url,
    privateAddresses: allowsPrivate(tenant, endpoint),
    secretsAt: (now) => [present, ...former.filter(({ until }) => now < until).map(({ secret }) => secret)],
  };
}

/** A message to an endpoint, signed with the secrets of a moment. */
export function messageTo(
  { url, privateAddresses, secretsAt }: OpenedEndpoint,
  { now, ...message }: Pick<WebhookMessage, "id" | "event" | "body"> & { readonly now: number },
): WebhookMessage {
  return { url, ...message, secrets: secretsAt(now), deadlineMs: answerDeadlineMs, privateAddresses };
}

/** Leaves a sender that misses the deadline only after this: its own answer says more. */
const graceMs = 1_000;

/** Sends a message. Does not wait for a sender that hangs, and never rejects. */
export async function sendOnce(
  context: Context,
  sender: WebhookSender,
  message: WebhookMessage,
): Promise<WebhookAnswer> {
  const timer = context.clock.after(answerDeadlineMs + graceMs);
  try {
    const late = timer.elapsed.then(() => failed("no answer in time", answerDeadlineMs));
    return await Promise.race([sender.send(message), late]);
  } catch (error) {
    context.notify({ kind: "provider-threw", attempt: message.id, error });
    return failed("the sender broke", 0);
  } finally {
    timer.cancel();
  }
}

/** How long the setting of an address waits for its host's name. */
const resolvedWithinMs = 3_000;

/** The reason why the sender refuses the URL where only public addresses are allowed. Never rejects, and never waits long. */
export async function refusalOf(
  context: Context,
  sender: WebhookSender | undefined,
  url: string,
): Promise<string | undefined> {
  const timer = context.clock.after(resolvedWithinMs);
  try {
    return await Promise.race([sender?.refusalOf?.(url), timer.elapsed.then(() => undefined)]);
  } catch (error) {
    context.notify({ kind: "provider-threw", attempt: "webhook address", error });
    return undefined;
  } finally {
    timer.cancel();
  }
}

export function failed(reason: string, ms: number): WebhookAnswer {
  return { outcome: "failed", reason, ms };
}
