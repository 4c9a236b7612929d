import { createServer, STATUS_CODES, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { unreadableRequest } from "@wonflow/http";
import type { Environment } from "../settings/environment.ts";
import { trackConnections, answerLast, close } from "./connections.ts";
import { SettingError } from "../settings/setting-error.ts";
import { systemClock } from "../machine.ts";
import type { WorkLoop } from "../work-loop.ts";

/** A server that answers malformed requests, which reach no listener, in the service's error format. */
export function newServer(): Server {
  // The listener refuses a missing Host itself.
  const server = createServer({ requireHostHeader: false });
  trackConnections(server);
  return server.on("clientError", (error: Error & { readonly code?: string }, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    const isTooLarge = error.code === "HPE_HEADER_OVERFLOW";
    const wrong = isTooLarge
      ? { field: "headers", problem: "must be at most 16 KiB together" }
      : { field: "request", problem: "must be a whole request of HTTP/1.1" };
    void sendLast(socket, unreadableRequest({ ...wrong, isTooLarge }));
  });
}

/** Writes an answer to a bare connection, and ends it. */
async function sendLast(socket: Socket, response: Response): Promise<void> {
  const { status, headers } = response;
  const body = Buffer.from(await response.arrayBuffer());
  headers.set("Content-Length", String(body.byteLength));
  headers.set("Connection", "close");
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...[...headers].map((pair) => pair.join(": "))];
  socket.end(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]));
}

/** The names of the settings that a server's port and host come from. */
interface NamesOfSettings {
  readonly port: string;
  readonly host: string;
}

/** Listens on the settings' address, and returns the port. Rejects with a `SettingError` if the address can't be used. */
export function listen(
  server: Server,
  { port, host }: Pick<Environment, "port" | "host">,
  settings: NamesOfSettings = { port: "PORT", host: "HOST" },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(explained(error, port, settings)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function explained(error: Error, port: number, settings: NamesOfSettings): Error {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new SettingError(`Port ${port} is taken: stop what uses it, or set ${settings.port} to another one`);
  if (code === "EACCES")
    return new SettingError(`Port ${port} is not allowed for this user: set ${settings.port} to one above 1023`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new SettingError(`${settings.host} is no address of this machine`);
  return error;
}

/** In this time callers that keep asking leave their connections, which would otherwise be closed under a request. */
const leavingMs = 100;

/** How long closing may take: a database that no longer answers would keep the process forever. */
const closingMs = 5_000;

interface Running {
  readonly server: Server;
  readonly work: Pick<WorkLoop, "stop">;
  /** Closed last, when no request and no work uses them any more. */
  readonly closed: readonly { readonly close: () => Promise<unknown> }[];
}

type Times = Pick<Environment, "drainMs" | "stopMs">;

export async function stopInOrder({ drainMs, stopMs }: Times, { server, work, closed }: Running): Promise<void> {
  answerLast(server);
  // A load balancer reads /readyz before this process refuses connections.
  const waitMs = Math.max(drainMs, leavingMs);
  // Those who are let in last are answered in the other half.
  const drained = systemClock.after(waitMs).elapsed.then(() => close(server, stopMs / 2));
  await atMost(waitMs + stopMs, Promise.all([drained, work.stop()]));
  server.closeAllConnections();
  await atMost(closingMs, Promise.all(closed.map((one) => one.close())));
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const deadline = systemClock.after(ms);
  await Promise.race([work, deadline.elapsed]);
  deadline.cancel();
}
