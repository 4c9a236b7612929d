import { weightsIn } from "../request/headers.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type Compress = (bytes: Bytes) => Promise<Bytes>;

export interface Compressions {
  readonly br?: Compress;
  readonly gzip?: Compress;
}

export interface Compressing {
  readonly request: Request;
  readonly compressions: Compressions;
}

/** Runs wherever there are Web streams. */
export const gzipOnly: Compressions = {
  async gzip(bytes) {
    const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
    return new Uint8Array(await new Response(compressed).arrayBuffer());
  },
};

/** The smaller result first. */
const codings = ["br", "gzip"] as const;

type Coding = (typeof codings)[number];

/** The coding that a request prefers, of equals the smaller result; undefined for the plain text. */
function codingFor({ headers }: Request, compressions: Compressions): Coding | undefined {
  const weights = weightsIn(headers.get("Accept-Encoding"));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const possible = codings.filter((coding) => compressions[coding] !== undefined && weightOf(coding) > 0);
  const [best] = possible.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best === undefined || weightOf(best) < (weights.get("identity") ?? 0) ? undefined : best;
}

async function encode(bytes: Bytes, coding: Coding | undefined, compressions: Compressions): Promise<Bytes> {
  const compress = coding && compressions[coding];
  return compress === undefined ? bytes : compress(bytes);
}

/** Compresses pages and scripts only: by their compressed size other answers could give secrets away. */
export async function compressed(response: Response, { request, compressions }: Compressing): Promise<Response> {
  if (response.body === null || response.headers.get("Content-Type")?.startsWith("text/") !== true) return response;
  const coding = codingFor(request, compressions);
  const headers = new Headers(response.headers);
  headers.append("Vary", "Accept-Encoding");
  if (coding !== undefined) headers.set("Content-Encoding", coding);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return new Response(await encode(bytes, coding, compressions), { status: response.status, headers });
}

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

const encodedTexts = new WeakMap<KeptText, Map<Coding | undefined, Promise<Bytes>>>();

function encodedOnce(kept: KeptText, coding: Coding | undefined, compressions: Compressions): Promise<Bytes> {
  const known = encodedTexts.get(kept) ?? new Map<Coding | undefined, Promise<Bytes>>();
  encodedTexts.set(kept, known);
  const bytes = known.get(coding) ?? encode(new TextEncoder().encode(kept.text()), coding, compressions);
  known.set(coding, bytes);
  bytes.catch(() => known.delete(coding));
  return bytes;
}
