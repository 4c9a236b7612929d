import type { NotificationHint, ProviderNotification } from "@wonflow/core";
import { z } from "zod";

const messageSchema = z.object({
  orderId: z.string().regex(/^[\w-]{1,64}$/),
  status: z.enum(["authenticated", "paid"]),
  signature: z.string(),
});

const signatureOf = (orderId: string) => `signed by the provider: ${orderId}`;

/** A message of a provider, as a contract's fixture sends it: the simulated gateway itself sends none. */
export function messageOf(orderId: string, status: "authenticated" | "paid"): ProviderNotification {
  const body = JSON.stringify({ orderId, status, signature: signatureOf(orderId) });
  return { headers: { "content-type": "application/json" }, body };
}

/** Reads such a message as an adapter should. */
export function readMessage({ body }: ProviderNotification): NotificationHint {
  const message = messageSchema.safeParse(parsed(body));
  if (!message.success || message.data.signature !== signatureOf(message.data.orderId)) return { outcome: "forged" };
  return { outcome: "look-at", keys: [message.data.orderId] };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
