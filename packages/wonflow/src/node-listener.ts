import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import { getRequestListener } from "@hono/node-server";

/** What body parsers of frameworks leave on a request. */
interface ParsedRequest {
  readonly readableEnded: boolean;
  readonly body?: unknown;
}

/**
 * Mounts a fetch handler on node:http, and on frameworks that pass its requests on, such as Express.
 * Mounted under a prefix it serves the paths below it. Where a JSON body parser ran before, the parsed
 * body is taken over.
 *
 * @example
 * createServer(nodeListener(handler)).listen(4242);
 * app.use("/payments", nodeListener(handler)); // Express
 */
export function nodeListener(handler: (request: Request) => Promise<Response>): RequestListener {
  const listener = getRequestListener((request, { incoming }: { readonly incoming: ParsedRequest }) =>
    handler(withParsedBody(request, incoming)),
  );
  return (incoming: IncomingMessage, outgoing: ServerResponse) => void listener(incoming, outgoing);
}

function withParsedBody(request: Request, incoming: ParsedRequest): Request {
  const consumed = incoming.readableEnded && incoming.body !== undefined;
  if (!consumed || request.method === "GET" || request.method === "HEAD") return request;
  const { body } = incoming;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Request(request.url, { method: request.method, headers: request.headers, body: text });
}
