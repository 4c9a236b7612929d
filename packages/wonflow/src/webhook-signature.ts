import { Webhook } from "standardwebhooks";

/** The part of a message that is signed. */
interface SignedMessage {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/**
 * The three headers of Standard Webhooks: the id, the time in seconds, and by each secret one signature, the HMAC-SHA256
 * of `id.time.body`.
 */
export function signedHeaders({ id, sentAt, body }: SignedMessage, secrets: readonly string[]) {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(" "),
  };
}
