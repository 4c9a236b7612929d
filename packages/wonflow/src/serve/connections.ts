import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Connections {
  readonly sockets: ReadonlySet<Socket>;
  readonly responses: ReadonlySet<ServerResponse>;
}

const tracked = new WeakMap<Server, Connections>();

/** Remembers the connections of a server, so that it can end without cutting one off on which a request is under way. */
export function trackConnections(server: Server): void {
  const sockets = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  tracked.set(server, { sockets, responses });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_request, response) => {
    responses.add(response);
    response.once("close", () => responses.delete(response));
  });
}

/**
 * From now on each answer is the last one on its connection. A caller takes another connection for the next request, so
 * that none is closed just when a request is sent on it.
 */
export function answerLast(server: Server): void {
  for (const response of tracked.get(server)?.responses ?? []) response.shouldKeepAlive = false;
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
}

/** Refuses connections, and resolves once those that there are have ended. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    const sweeping = setInterval(() => closeUnused(server), sweepMs);
    server.close(() => {
      clearInterval(sweeping);
      resolve();
    });
  });
}

const sweepMs = 100;

/** Node.js leaves connections open that become idle later, and those on which nothing was ever sent. */
function closeUnused(server: Server): void {
  server.closeIdleConnections();
  for (const socket of tracked.get(server)?.sockets ?? []) if (socket.bytesRead === 0) socket.destroy();
}
