import { gunzipSync } from "node:zlib";

/** A received answer. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON value, or the text of another media type; undefined without a body. */
  readonly body: unknown;
}

/** A request as it is sent. */
export interface Sent {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Names may come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

export function receivedFrom(status: number, headers: Headers, bytes: ArrayBuffer | Uint8Array): Received {
  const plain = headers.get("Content-Encoding") === "gzip" ? gunzipSync(bytes) : bytes;
  // `text()` would drop the byte order mark of a CSV file.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(plain);
  return { status, headers, text, body: bodyOf(text, headers) };
}

function bodyOf(text: string, headers: Headers): unknown {
  if (text === "") return undefined;
  if (headers.get("Content-Type")?.includes("json") !== true) return text;
  const known = longBodies.get(text);
  if (known !== undefined) return known;
  try {
    const body: unknown = JSON.parse(text);
    if (isLong(text) && longBodies.size < mostLong) longBodies.set(text, body);
    return body;
  } catch {
    return text;
  }
}

const mostLong = 20;

/** The document and the card tables are long and never change, so each is parsed once. */
const longBodies = new Map<string, unknown>();

export const isLong = (text: string): boolean => text.length > 20_000;

/** The code of a failure. */
export function codeOf({ body }: Received): string | undefined {
  const { code } = Object(body) as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}
