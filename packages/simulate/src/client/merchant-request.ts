import type { Client } from "./client.ts";
import type { ClientRequest } from "./request.ts";

/** A request of a merchant's server that changes something. */
export interface MerchantPost extends Pick<ClientRequest, "name" | "path"> {
  /** The body, with a mark that says under which key it was sent first; empty without one. */
  readonly bodyWith: (mark: string) => object;
  /** The idempotency key; where left out, some send a new one and some send none. */
  readonly key?: string | undefined;
}

/** A request of the merchant's server that changes something. */
export function merchantPost(
  { order, random, newKey }: Client,
  { bodyWith, key, ...request }: MerchantPost,
): ClientRequest {
  const idempotencyKey = key ?? (random.chance(0.6) ? newKey() : undefined);
  const body = bodyWith(idempotencyKey === undefined ? "" : markOf(idempotencyKey));
  const { authorization } = order.merchant;
  return { ...request, method: "POST", authorization, body, idempotencyKey };
}

/** What a client writes into a request under an idempotency key, so that its effects can be recognized. */
function markOf(idempotencyKey: string): string {
  return ` (${idempotencyKey})`;
}

/** The idempotency key whose mark a text carries, or undefined. */
export function keyOfMark(text: string): string | undefined {
  return / \(([^()]+)\)$/.exec(text)?.[1];
}
