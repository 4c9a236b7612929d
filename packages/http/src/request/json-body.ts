import { ok, refuse, type ErrorCode, type Result } from "@wonflow/core";

/** The most bytes that a body may have. */
export const bodyLimit = 64 * 1024;

function refuseBody(code: ErrorCode, problem: string): Result<never> {
  return refuse(code, [{ field: "body", code, problem }]);
}

/**
 * Reads a request's body as JSON in UTF-8, at most 64 KiB, also where its length is not announced.
 *
 * Refusals: `UNSUPPORTED_MEDIA_TYPE`, `REQUEST_TOO_LARGE`, and `INVALID_JSON` with the place where it
 * breaks. Where something read the body before us, `FAILED_INTERNAL_SYSTEM_PROCESSING` says so: the
 * mount is wrong, not the request.
 */
export async function readJson(request: Request): Promise<Result<unknown>> {
  const foreign = foreignMedia(request.headers);
  if (foreign !== undefined) return refuse("UNSUPPORTED_MEDIA_TYPE", [foreign]);
  if (request.bodyUsed || request.body?.locked === true) {
    return refuseBody(
      "FAILED_INTERNAL_SYSTEM_PROCESSING",
      "was read before Wonflow saw the request: mount Wonflow before any body parser, such as express.json()",
    );
  }
  const text = await readText(request);
  if (!text.ok) return text;
  if (text.value.trim() === "") {
    return refuseBody(
      "INVALID_JSON",
      "is empty; where it was sent, a body parser read it first: mount Wonflow before it",
    );
  }
  try {
    const value: unknown = JSON.parse(text.value);
    return ok(value);
  } catch (error) {
    return refuseBody("INVALID_JSON", placeOf(error, text.value));
  }
}

/** A missing Content-Type is read as JSON. */
function foreignMedia(headers: Headers) {
  const code = "UNSUPPORTED_MEDIA_TYPE" as const;
  const encoding = headers.get("Content-Encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") {
    return { field: "Content-Encoding", code, problem: "must be left out: compressed bodies are not read" };
  }
  const [type = "", ...parameters] = (headers.get("Content-Type") ?? "").toLowerCase().split(";");
  if (type.trim() === "" && parameters.length === 0) return undefined;
  if (!/^application\/(?:json|[\w.-]+\+json)$/.test(type.trim())) {
    return { field: "Content-Type", code, problem: "must be application/json" };
  }
  const charset = parameters.map((parameter) => parameter.trim()).find((one) => one.startsWith("charset="));
  if (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) return undefined;
  return { field: "Content-Type", code, problem: "must have no charset other than utf-8" };
}

/** Counts while it reads and stops at the limit, so that nobody can make us hold more. */
async function readText({ headers, body }: Request): Promise<Result<string>> {
  const tooLarge = () => refuseBody("REQUEST_TOO_LARGE", `must be at most ${bodyLimit} bytes`);
  if (Number(headers.get("Content-Length") ?? 0) > bodyLimit) return tooLarge();
  const chunks: ReadableStream<Uint8Array> | null = body;
  if (chunks === null) return ok("");
  const received: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > bodyLimit) return tooLarge();
      received.push(chunk);
    }
  } catch {
    return refuseBody("INVALID_JSON", "broke off before it was complete");
  }
  return decode(received);
}

function decode(chunks: readonly Uint8Array[]): Result<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    return ok(chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode());
  } catch {
    return refuseBody("INVALID_JSON", "is not valid UTF-8");
  }
}

/** Where JSON breaks, as far as the parser tells. Its own words may quote the body, so they are not passed on. */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : "";
  const named = /at position (\d+)/.exec(message)?.[1];
  const position = named === undefined ? undefined : Number(named);
  const ended = /end of (?:JSON|data|input)/i.test(message) || (position ?? 0) >= text.length;
  if (ended) return `ends before the JSON is complete, after ${text.length} characters`;
  if (position === undefined) return "is not JSON";
  const lines = text.slice(0, position).split("\n");
  return `is not JSON at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}
