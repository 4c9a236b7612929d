import type { z } from "zod";

import type { Read } from "../commit/snapshot.ts";
import type { Delivery } from "./delivery.ts";

/**
 * A kind of event that merchants are told of. Its concept's folder defines it, and `webhook/events.ts` lists it. The
 * name has small letters, and dots between words. The first word names the object, which is a member of the event.
 */
export interface WebhookEventKind<
  Event extends { readonly event: string } = { readonly event: string },
  Body = unknown,
> {
  readonly name: Event["event"];
  readonly summary: string;
  /** When it is sent, for a merchant's developer. */
  readonly description: string;
  /** The body's schema: the interface's own object. */
  readonly schema: z.ZodType<Body>;
  /** Makes the body, which must be the same at every try: from a record that never changes, or from the delivery. */
  readonly body: (read: Read, delivery: Delivery) => Promise<Body>;
  /** Reads the event back from a body. */
  readonly read: (body: unknown) => Event;
}
