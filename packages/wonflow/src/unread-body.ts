import type { IncomingMessage } from "node:http";
import { Http2ServerRequest } from "node:http2";

export type Incoming = IncomingMessage | Http2ServerRequest;

/** The most of an unwanted body that is received after its answer, in bytes and milliseconds. */
const restBytes = 16 * 1024 * 1024;
const restMs = 2_000;

/**
 * Answers a request before its whole body has arrived, such as one that is too large. The answer announces that the
 * connection closes, so that the client sends no further request on it. It is sent at once, but ends only after the rest
 * of the body, or a limit: closing the connection on a sending client would destroy the answer.
 */
export async function withUnreadBody(response: Response, incoming: Incoming): Promise<Response> {
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
