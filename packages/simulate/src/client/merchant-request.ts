import type { Client } from "./client.ts";
import type { ClientRequest } from "./request.ts";

export interface MerchantPost extends Pick<ClientRequest, "name" | "path"> {
  readonly bodyWith: (mark: string) => object;
  /** Where it is left out, some clients send a new one and some send none. */
  readonly key?: string | undefined;
}

export function merchantPost(
  { order, random, newKey }: Client,
  { bodyWith, key, ...request }: MerchantPost,
): ClientRequest {
  const idempotencyKey = key ?? (random.chance(0.6) ? newKey() : undefined);
  const body = bodyWith(idempotencyKey === undefined ? "" : markOf(idempotencyKey));
  const { authorization } = order.merchant;
  return { ...request, method: "POST", authorization, body, idempotencyKey };
}

/** Marks a request by its key, so that its effects can be recognized. */
function markOf(idempotencyKey: string): string {
  return ` (${idempotencyKey})`;
}

export function keyOfMark(text: string): string | undefined {
  return / \(([^()]+)\)$/.exec(text)?.[1];
}
