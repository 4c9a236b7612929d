import { weightsIn } from "../request/accept.ts";

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

export type Coding = (typeof codings)[number];

/** The coding that a request prefers, of equals the smaller result; undefined for the plain text. */
export function codingFor({ headers }: Request, compressions: Compressions): Coding | undefined {
  const weights = weightsIn(headers.get("Accept-Encoding"));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const possible = codings.filter((coding) => compressions[coding] !== undefined && weightOf(coding) > 0);
  const [best] = possible.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best === undefined || weightOf(best) < (weights.get("identity") ?? 0) ? undefined : best;
}

export async function encode(bytes: Bytes, coding: Coding | undefined, compressions: Compressions): Promise<Bytes> {
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
