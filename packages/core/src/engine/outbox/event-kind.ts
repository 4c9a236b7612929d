import type { z } from "zod";

import type { Read } from "../commit/snapshot.ts";
import type { Delivery } from "./delivery.ts";

/** A kind of message to an endpoint, as the documentation describes it. */
export interface DescribedWebhook {
  readonly name: string;
  readonly summary: string;
  /** When it is sent, for a merchant's developer. */
  readonly description: string;
  /** The body's schema: the interface's own object. */
  readonly schema: z.ZodType;
  /** Whether only merchants that subscribe to it receive it. */
  readonly bySubscription: boolean;
}

/**
 * A kind of event that merchants are notified of. Its concept's folder defines it, and `webhook/events.ts` lists it. The
 * name has small letters, and dots between words. The first word names the object, which is a member of the event.
 * An event that needs a subscription has a number, `sequence`, and its body is frozen in the commit that causes it.
 */
export interface WebhookEventKind<
  Event extends { readonly event: string } = { readonly event: string },
  Body = unknown,
> extends DescribedWebhook {
  readonly name: Event["event"];
  readonly schema: z.ZodType<Body>;
  /** Makes the JSON of the body, the same at every try: from a record that never changes, or as the delivery holds it. */
  readonly json: (read: Read, delivery: Delivery) => Promise<string>;
  /** Whether an object of the documentation shows the event, such as a payment that is DONE. */
  readonly isExample: (body: unknown) => boolean;
  /** Reads the event back from a body and its webhook-id; undefined if the id is of another event. */
  readonly read: (body: unknown, id: string) => Event | undefined;
}

/** The body that a delivery was made with. */
export async function frozenBody(_read: Read, { id, body }: Delivery): Promise<string> {
  if (body === null) throw new Error(`delivery ${id} was made without its body`);
  return body;
}
