import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import { getRequestListener } from "@hono/node-server";
import { unreadableRequest, type HttpHandler, type Peer } from "@wonflow/http";

import { withUnreadBody, type Incoming } from "./unread-body.ts";

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

/** Answers a request whose path or Host makes no address. */
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
