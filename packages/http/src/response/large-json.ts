import type { Call } from "../route.ts";
import { codingFor, type Coding, type Compressions } from "./encoding.ts";

/** A large value that many ask for and that seldom changes. */
export interface LargeJson {
  /** Changes whenever the body does. */
  readonly version: string;
  readonly body: () => unknown;
  readonly cacheSeconds: number;
}

type Bytes = Promise<Uint8Array<ArrayBuffer>>;

/** Each coding of a value is made once for all who ask for it. Whoever owns the value keeps it as long. */
export type EncodedOnce = Map<string, Bytes>;

async function encoded(json: LargeJson, coding: Coding, compressions: Compressions): Bytes {
  const bytes = new TextEncoder().encode(JSON.stringify(json.body()));
  return coding === "identity" ? bytes : ((await compressions[coding]?.(bytes)) ?? bytes);
}

/**
 * The answer with a strong ETag for each coding, compressed as the request accepts it; 304 where the
 * request has it already.
 */
export async function largeJsonResponse(json: LargeJson, call: Call, once: EncodedOnce): Promise<Response> {
  const { request, compressions } = call;
  const coding = codingFor(request.headers.get("Accept-Encoding"), compressions);
  const etag = `"${json.version}${coding === "identity" ? "" : `-${coding}`}"`;
  const visibility = call.lookUpsNeedKey ? "private" : "public";
  const headers = new Headers({
    ETag: etag,
    Vary: call.lookUpsNeedKey ? "Accept-Encoding, Authorization" : "Accept-Encoding",
    "Cache-Control": `${visibility}, max-age=${json.cacheSeconds}`,
  });
  if (matches(request.headers.get("If-None-Match"), etag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", "application/json");
  if (coding !== "identity") headers.set("Content-Encoding", coding);
  return new Response(await encodedOnce(etag, once, () => encoded(json, coding, compressions)), { headers });
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  const names = (ifNoneMatch ?? "").split(",").map((name) => name.trim().replace(/^W\//, ""));
  return names.includes(etag) || names.includes("*");
}

function encodedOnce(etag: string, once: EncodedOnce, encode: () => Bytes): Bytes {
  const known = once.get(etag);
  if (known !== undefined) return known;
  const bytes = encode();
  once.set(etag, bytes);
  bytes.catch(() => once.delete(etag));
  return bytes;
}
