import type { Client } from "./client.ts";
import type { ClientRequest } from "./request.ts";

export function merchantPath({ order }: Client, rest: string): string {
  const [mId] = order.merchant.tenant.split(":");
  return `/merchants/${mId}/${rest}`;
}

export function get({ order }: Client, name: string, path: string): ClientRequest {
  return { name, method: "GET", path, authorization: order.merchant.authorization };
}

export function merchantGet(client: Client, name: string, rest: string): ClientRequest {
  return get(client, name, merchantPath(client, rest));
}

interface MerchantPost extends Pick<ClientRequest, "name" | "path"> {
  readonly bodyWith: (mark: string) => object;
  /** Where it is left out, some clients send a new one and some send none. */
  readonly key?: string | undefined;
}

export function merchantPost(
  { order, random, newKey }: Client,
  { bodyWith, key, ...request }: MerchantPost,
): ClientRequest {
  const idempotencyKey = key ?? (random.chance(0.6) ? newKey() : undefined);
  // The mark makes its effects recognizable.
  const body = bodyWith(idempotencyKey === undefined ? "" : ` (${idempotencyKey})`);
  const { authorization } = order.merchant;
  return { ...request, method: "POST", authorization, body, idempotencyKey };
}

export function keyOfMark(text: string): string | undefined {
  return / \(([^()]+)\)$/.exec(text)?.[1];
}
