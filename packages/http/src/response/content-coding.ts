import { weightsIn } from "../request/accept.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Compresses bytes into one content coding. */
export type Compress = (bytes: Bytes) => Promise<Bytes>;

/** The content codings that answers may come in, by name. */
export interface Compressions {
  readonly br?: Compress;
  readonly gzip?: Compress;
}

/** What every machine with Web streams can do. */
export const gzipOnly: Compressions = {
  async gzip(bytes) {
    const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
    return new Uint8Array(await new Response(compressed).arrayBuffer());
  },
};

/** Those that there may be, the smaller result first. */
const codings = ["br", "gzip"] as const;

/** The name of a content coding. */
export type Coding = (typeof codings)[number];

/**
 * The coding for a request: the one that it likes best, of equals the one that makes the smaller answer;
 * undefined where it likes none, or none better than the text as it is.
 */
export function codingFor({ headers }: Request, compressions: Compressions): Coding | undefined {
  const weights = weightsIn(headers.get("Accept-Encoding"));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const possible = codings.filter((coding) => compressions[coding] !== undefined && weightOf(coding) > 0);
  const [best] = possible.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best === undefined || weightOf(best) < (weights.get("identity") ?? 0) ? undefined : best;
}

/** The bytes in a coding, or as they are where there is none. */
export async function encode(bytes: Bytes, coding: Coding | undefined, compressions: Compressions): Promise<Bytes> {
  const compress = coding && compressions[coding];
  return compress === undefined ? bytes : compress(bytes);
}

/**
 * A page or script as the request's browser takes it. Other answers stay as they are: they are small, or
 * hold what a page of another origin might guess at by their compressed size.
 */
export async function compressed(
  response: Response,
  { request, compressions }: { readonly request: Request; readonly compressions: Compressions },
): Promise<Response> {
  if (response.body === null || response.headers.get("Content-Type")?.startsWith("text/") !== true) return response;
  const coding = codingFor(request, compressions);
  const headers = new Headers(response.headers);
  headers.append("Vary", "Accept-Encoding");
  if (coding !== undefined) headers.set("Content-Encoding", coding);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return new Response(await encode(bytes, coding, compressions), { status: response.status, headers });
}
