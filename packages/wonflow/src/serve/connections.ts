import type { RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextRound } from "node:timers/promises";

interface Connections {
  /** When each was opened. */
  readonly sockets: Map<Socket, number>;
  readonly responses: Set<ServerResponse>;
  /** The requests that wait for the port to be closed; undefined at any other time. */
  held: (() => void)[] | undefined;
}

const tracked = new WeakMap<Server, Connections>();

/** Remembers the connections of a server, so that it can end without cutting one off on which a request is under way. */
export function trackConnections(server: Server): void {
  const sockets: Connections["sockets"] = new Map();
  const responses: Connections["responses"] = new Set();
  tracked.set(server, { sockets, responses, held: undefined });
  server.on("connection", (socket: Socket) => {
    sockets.set(socket, performance.now());
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_request, response) => {
    responses.add(response);
    response.once("close", () => responses.delete(response));
  });
}

/** Answers the requests of a server whose connections are tracked. */
export function answer(server: Server, listener: RequestListener): void {
  server.on("request", (request, response) => {
    const held = tracked.get(server)?.held;
    if (held === undefined) listener(request, response);
    else held.push(() => listener(request, response));
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

/**
 * Refuses connections, and resolves once those that there are have ended. Closing a port cuts off callers whose
 * connection the system has taken and the process has not, so that new requests wait until there are none, and are
 * answered once the port is closed. Waiting for them takes 2 seconds at most, or less.
 */
export async function close(server: Server, waitingMs = mostWaitingMs): Promise<void> {
  if (!server.listening) return;
  const connections = tracked.get(server);
  const held: (() => void)[] = [];
  if (connections !== undefined) connections.held = held;
  await untilAllAreLetIn(server, Math.min(waitingMs, mostWaitingMs));
  const ended = closePort(server);
  if (connections !== undefined) connections.held = undefined;
  for (const start of held) start();
  await ended;
}

/** In each round of its event loop a process lets one caller in, however many wait. */
async function untilAllAreLetIn(server: Server, mostMs: number): Promise<void> {
  let letIn = 0;
  server.on("connection", () => (letIn += 1));
  const until = performance.now() + mostMs;
  for (let isQuiet = false; !isQuiet && performance.now() < until;) {
    const [began, before] = [performance.now(), letIn];
    await nextRound();
    isQuiet = letIn === before && performance.now() - began < quietMs;
  }
}

/** A round takes less in which nothing is done that would keep callers waiting. */
const quietMs = 1;

const mostWaitingMs = 2_000;

function closePort(server: Server): Promise<void> {
  const sweeping = setInterval(() => closeUnused(server), sweepMs);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(sweeping);
      resolve();
    });
  });
}

const sweepMs = 100;

/** Who has just connected sends a request at once; browsers open connections to spare, and send nothing for long. */
const firstByteMs = 1_000;

/** Node.js leaves connections open that become idle later, and those on which nothing was ever sent. */
function closeUnused(server: Server): void {
  server.closeIdleConnections();
  for (const [socket, opened] of tracked.get(server)?.sockets ?? []) {
    if (socket.bytesRead === 0 && performance.now() - opened > firstByteMs) socket.destroy();
  }
}
