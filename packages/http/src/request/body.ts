import { WrongMount } from "../wrong-mount.ts";
import { ok, refuse, type ErrorCode, type Result } from "@wonflow/core";

/** Bytes. */
export const bodyLimit = 64 * 1024;

interface LimitedRequest {
  readonly request: Request;
  readonly exceeded: () => boolean;
}

/**
 * Fails every read of the body beyond the limit, so that no request can fill the memory. A body that is never read
 * costs nothing; one with too large a Content-Length fails before its first byte is read.
 */
export function limitBody(request: Request): LimitedRequest {
  const { body } = request;
  // `readJson` reports a body that was read before.
  if (body === null || request.bodyUsed || body.locked) return { request, exceeded: () => false };
  let exceeded = false;
  let bytes = Number(request.headers.get("Content-Length") ?? 0) > bodyLimit ? Infinity : 0;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const limited = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= body.getReader();
        const { done, value } = bytes > bodyLimit ? tooMuch : await reader.read();
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes <= bodyLimit) return controller.enqueue(value);
        exceeded = true;
        controller.error(new Error(`the body has more than ${bodyLimit} bytes`));
        await reader.cancel();
      },
      cancel: (reason) => (reader ?? body).cancel(reason),
    },
    { highWaterMark: 0 },
  );
  // Part by part: what Next.js passes on only looks like a Request, and can't be copied whole.
  const { method, headers, signal } = request;
  return {
    request: new Request(request.url, { method, headers, signal, body: limited, duplex: "half" }),
    exceeded: () => exceeded,
  };
}

const tooMuch = { done: false, value: new Uint8Array() } as const;

function refuseBody(code: ErrorCode, problem: string): Result<never> {
  return refuse(code, [{ field: "body", code, problem }]);
}

/** A body that was read before is reported as an internal error, because the mount is wrong, not the request. */
export async function readJson(request: Request, report: (error: unknown) => void): Promise<Result<unknown>> {
  const foreign = foreignMedia(request.headers);
  if (foreign !== undefined) return refuse("UNSUPPORTED_MEDIA_TYPE", [foreign]);
  if (request.bodyUsed || request.body?.locked === true) {
    const problem =
      "was read before Wonflow saw the request: mount Wonflow before any body parser, such as express.json()";
    report(new WrongMount(`The body of a request ${problem}`));
    return refuseBody("FAILED_INTERNAL_SYSTEM_PROCESSING", problem);
  }
  const text = await readText(request);
  if (!text.ok) return text;
  if (text.value.trim() === "") {
    return refuseBody(
      "INVALID_JSON",
      "is empty; if it was sent, a body parser read it first: mount Wonflow before that parser",
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

async function readText(request: Request): Promise<Result<string>> {
  let bytes: ArrayBuffer;
  try {
    bytes = await request.arrayBuffer();
  } catch {
    return refuseBody("INVALID_JSON", "broke off before it was complete");
  }
  try {
    return ok(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return refuseBody("INVALID_JSON", "is not valid UTF-8");
  }
}

/** The place of a syntax error. The parser's own message may quote the body, so it is not passed on. */
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
