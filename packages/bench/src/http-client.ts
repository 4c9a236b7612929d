import { once } from "node:events";
import { Agent, createServer, request, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

interface Asked {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: object;
}

/** Serves from this process, and asks over as many kept connections; an answer with another status is an error. */
export async function serveAndAsk(listener: RequestListener, connections: number) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = ({ path, headers = {}, body }: Asked, expected = 200) =>
    new Promise<void>((resolve, reject) => {
      const method = body === undefined ? "GET" : "POST";
      const asked = request({ port, host: "127.0.0.1", path, method, agent, headers });
      asked.on("error", reject).on("response", (response) => {
        if (response.statusCode !== expected) reject(new Error(`status ${response.statusCode}`));
        response.resume().on("end", () => resolve());
      });
      asked.end(body && JSON.stringify(body));
    });
  const close = () => {
    agent.destroy();
    server.close();
  };
  return { ask, close };
}
