import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";

/** A request as a merchant's server gets it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A merchant's server on this machine, over real sockets. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
}

/** Listens until the test ends, and answers 204 unless told otherwise. */
export async function startReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      received.push({ method, path, headers, body });
      answer(response, received.length);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook?from=wonflow`, port, received };
}

/** The body, if a secret has signed it; throws otherwise, as a merchant's server would. */
export function verified({ headers, body }: Received, secret: string): unknown {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(body, texts);
}
