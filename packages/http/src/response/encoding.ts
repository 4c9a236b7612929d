/** Compresses bytes into one content coding. */
export type Compress = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

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

/** The name of a content coding; `identity` is none. */
export type Coding = (typeof codings)[number] | "identity";

/** The coding for a request: the one that it likes best, of equals the one that makes the smaller answer. */
export function codingFor(acceptEncoding: string | null, compressions: Compressions): Coding {
  const weights = weightsOf(acceptEncoding ?? "");
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const possible = codings.filter((coding) => compressions[coding] !== undefined && weightOf(coding) > 0);
  const [best] = possible.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best === undefined || weightOf(best) < (weights.get("identity") ?? 0) ? "identity" : best;
}

function weightsOf(header: string): ReadonlyMap<string, number> {
  const pieces = header.split(",").map((piece) =>
    piece
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  return new Map(
    pieces.flatMap(([coding = "", ...parameters]) => {
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length) ?? "1";
      return coding === "" ? [] : [[coding, /^[01](\.\d{0,3})?$/.test(quality) ? Number(quality) : 0] as const];
    }),
  );
}
