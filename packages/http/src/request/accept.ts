import { parseAccept } from "hono/utils/accept";

/** The weight of each value in an Accept-Language or Accept-Encoding header, from 0 to 1. */
export function weightsIn(header: string | null): ReadonlyMap<string, number> {
  const readable = parseAccept(header ?? "").filter(({ params }) => Number.isFinite(Number(params["q"] ?? 1)));
  return new Map(readable.map(({ type, q }) => [type.toLowerCase(), q]));
}
