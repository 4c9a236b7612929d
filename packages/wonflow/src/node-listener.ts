import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { unreadableRequest, type HttpHandler, type Peer } from "@wonflow/http";
import { Http2ServerRequest } from "node:http2";

interface OfFramework {
  readonly body?: unknown;
  /** The raw body, which some hosts keep. */
  readonly rawBody?: unknown;
  /** The path that Express has stripped. */
  readonly baseUrl?: unknown;
}

/**
 * Mounts a fetch handler on node:http, and on frameworks that pass its requests on, such as Express and Fastify. Below a
 * prefix it serves the paths after it. After a body parser (JSON, form, text or raw) the handler gets the parsed body;
 * if the body was read and nothing is left of it, the handler gets a request whose body is used. The handler gets the
 * address of the connection's other end.
 *
 * @example
 * import { createServer } from "node:http";
 *
 * createServer(nodeListener(handler)).listen(4242);
 * // with Express: app.use("/payments", nodeListener(handler));
 */
export function nodeListener(handler: HttpHandler): RequestListener {
  async function answer(request: Request, { incoming }: { readonly incoming: Incoming & OfFramework }) {
    // The address is made lazily, and handlers count on one.
    if (!URL.canParse(request.url) || !hasOneHost(incoming)) return unreadable(incoming);
    return withUnreadBody(await handler(await withParsedBody(request, incoming), peerOf(incoming)), incoming);
  }
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // HTTP/1.0 needs no Host header; no answer depends on it.
    const listener = getRequestListener(answer, { hostname: "localhost", errorHandler: () => unreadable(incoming) });
    void listener(incoming, outgoing);
  };
}

/** Of several Host lines node:http keeps the first, and a proxy before it may have read another one. */
function hasOneHost({ httpVersion, rawHeaders }: Incoming): boolean {
  const isHost = (at: number) => at % 2 === 0 && rawHeaders[at]?.toLowerCase() === "host";
  const hosts = new Set(rawHeaders.filter((_, at) => isHost(at - 1)));
  return hosts.size === 1 || (hosts.size === 0 && httpVersion !== "1.1");
}

/** Answers a request whose path or Host is not part of a valid URL. */
function unreadable({ url = "", headers }: Incoming): Response {
  const acceptLanguage = headers["accept-language"];
  const isPath = url.startsWith("/") && !url.includes("\\");
  const wrong = isPath
    ? { field: "Host", problem: "must be one host, with or without a port" }
    : { field: "path", problem: "must begin with / and have no backslash" };
  return unreadableRequest({ ...wrong, acceptLanguage });
}

function peerOf({ socket, baseUrl }: Incoming & OfFramework): Peer {
  return { remoteAddress: socket.remoteAddress, ...(typeof baseUrl === "string" && { mountedAt: baseUrl }) };
}

async function withParsedBody(request: Request, incoming: Incoming & OfFramework): Promise<Request> {
  if (!incoming.readableDidRead || incoming.rawBody instanceof Buffer) return request;
  if (request.method === "GET" || request.method === "HEAD") return request;
  const { method, headers } = request;
  const isParsed = incoming.readableEnded && incoming.body !== undefined;
  const body = isParsed ? serialize(incoming.body, headers.get("content-type") ?? "") : "";
  const read = new Request(request.url, { method, headers, body });
  if (!isParsed) await read.text();
  return read;
}

function serialize(body: unknown, contentType: string): string | Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  const isForm = contentType.startsWith("application/x-www-form-urlencoded");
  if (!isForm || typeof body !== "object" || body === null) return JSON.stringify(body);
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) fields.append(name, String(value));
  return fields.toString();
}

type Incoming = IncomingMessage | Http2ServerRequest;

/** The most of an unwanted body that is received after its answer, in bytes and milliseconds. */
const restBytes = 16 * 1024 * 1024;
const restMs = 2_000;

/**
 * Answers a request before its whole body has arrived, such as one that is too large. The answer announces that the
 * connection closes, so that the client sends no further request on it. It is sent at once, but ends only after the rest
 * of the body, or a limit: closing the connection on a sending client would destroy the answer.
 */
async function withUnreadBody(response: Response, incoming: Incoming): Promise<Response> {
  // A stream of HTTP/2 ends by itself.
  if (incoming.complete || incoming instanceof Http2ServerRequest) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set("Connection", "close");
  headers.set("Content-Length", String(bytes.byteLength));
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(bytes),
      async pull(controller) {
        await restOf(incoming);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers });
}

/** Resolves when the rest of a request was received and dropped, its client has disconnected, or a limit is reached. */
function restOf(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      incoming.off("data", count);
      resolve();
    };
    let bytes = 0;
    const count = (piece: Uint8Array) => {
      bytes += piece.byteLength;
      if (bytes > restBytes) end();
    };
    const timer = setTimeout(end, restMs);
    if (incoming.complete || incoming.destroyed) return end();
    // The earlier reader has stopped, and its listeners would pause the rest.
    incoming.removeAllListeners("data").on("data", count).once("end", end).once("close", end).resume();
  });
}
