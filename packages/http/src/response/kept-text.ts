import { codingFor, encode, type Coding, type Compressing, type Compressions } from "./content-coding.ts";

type Bytes = Promise<Uint8Array<ArrayBuffer>>;

/**
 * Content that is often requested and seldom changes. It is encoded once, and cached as long as its owner keeps this
 * object.
 */
export interface KeptText {
  readonly version: string;
  readonly contentType: string;
  readonly text: () => string;
}

export class Kept {
  readonly text: KeptText;
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: KeptText, headers: Readonly<Record<string, string>>) {
    this.text = text;
    this.headers = headers;
  }
}

/** Compressed as the request accepts it, with a strong ETag for each coding; 304 if the request has that ETag. */
export async function keptResponse({ text, ...kept }: Kept, { request, compressions }: Compressing): Promise<Response> {
  const coding = codingFor(request, compressions);
  const etag = `"${text.version}${coding === undefined ? "" : `-${coding}`}"`;
  const headers = new Headers(kept.headers);
  headers.set("ETag", etag);
  headers.append("Vary", "Accept-Encoding");
  if (matches(request.headers.get("If-None-Match"), etag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", text.contentType);
  if (coding !== undefined) headers.set("Content-Encoding", coding);
  return new Response(await encodedOnce(text, coding, compressions), { headers });
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  const names = (ifNoneMatch ?? "").split(",").map((name) => name.trim().replace(/^W\//, ""));
  return names.includes(etag) || names.includes("*");
}

const encodedTexts = new WeakMap<KeptText, Map<Coding | undefined, Bytes>>();

function encodedOnce(kept: KeptText, coding: Coding | undefined, compressions: Compressions): Bytes {
  const known = encodedTexts.get(kept) ?? new Map<Coding | undefined, Bytes>();
  encodedTexts.set(kept, known);
  const bytes = known.get(coding) ?? encode(new TextEncoder().encode(kept.text()), coding, compressions);
  known.set(coding, bytes);
  bytes.catch(() => known.delete(coding));
  return bytes;
}
