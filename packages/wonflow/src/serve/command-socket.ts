import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { randomUUID } from "node:crypto";
import { chmod, mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { isStoreUnavailable, type Payments } from "@wonflow/core";
import { z } from "zod";
import { systemClock } from "../machine.ts";
import type { Logger } from "../logger/logger.ts";

/** The part of a running service that commands beside it may use. */
export interface PaymentsBeside {
  readonly merchants: Pick<Payments["merchants"], "get">;
  readonly operators: Pick<Payments["operators"], "list" | "set" | "remove" | "signOutAll" | "actions">;
}

const operationsBeside = {
  merchants: ["get"],
  operators: ["list", "set", "remove", "signOutAll", "actions"],
} as const satisfies { readonly [Group in keyof PaymentsBeside]: readonly (keyof PaymentsBeside[Group])[] };

function folderOf(dataDir: string): string {
  return join(dataDir, "command");
}

/** Where a service with an embedded database takes commands, as its folder can be opened by no second process. */
export function commandSocketOf(dataDir: string): string {
  return join(folderOf(dataDir), "socket");
}

export interface CommandSocket {
  /** Answers commands from now on, including those that have arrived since the socket was opened. */
  answerFrom(payments: PaymentsBeside): void;
  close(): Promise<void>;
}

const noSocket: CommandSocket = { answerFrom: () => {}, close: async () => {} };

/**
 * Takes commands at a socket in the data folder, in a folder that no other user may enter: a user who opens it could read
 * the database as well. Call it as the owner of the data folder only. Where the system has no such sockets, or refuses
 * this one, the service runs without: commands then say to stop it, as they did before.
 */
export async function openCommandSocket(dataDir: string, logger: Logger): Promise<CommandSocket> {
  if (process.platform === "win32") return noSocket;
  const { promise: operations, resolve: answerFrom } = Promise.withResolvers<PaymentsBeside>();
  const server = createServer(
    (request, response) => void operations.then((payments) => answer(payments, logger, { request, response })),
  );
  // Renamed from a name of its own: an earlier process that closes its socket late can remove that name only.
  const own = join(folderOf(dataDir), randomUUID());
  const shared = commandSocketOf(dataDir);
  try {
    await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
    // A folder of an earlier version may be wider.
    await chmod(folderOf(dataDir), 0o700);
    await listening(server, own);
    await chmod(own, 0o600);
    const { ino } = await stat(own);
    await rename(own, shared);
    return { answerFrom, close: () => closed(server, { shared, ino }) };
  } catch (error) {
    server.close();
    await rm(own, { force: true }).catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn(
      { notice: "commands-not-taken", reason },
      "commands cannot be given to this service while it runs: no socket could be opened in its data folder",
    );
    return noSocket;
  }
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** How long a running command may take when the service is stopping. */
const closingMs = 2_000;

async function closed(server: Server, { shared, ino }: { readonly shared: string; readonly ino: number }) {
  const isOurs = await stat(shared).then(
    (found) => found.ino === ino,
    () => false,
  );
  if (isOurs) await rm(shared, { force: true });
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const deadline = systemClock.after(closingMs);
  await Promise.race([ended, deadline.elapsed]);
  deadline.cancel();
  server.closeAllConnections();
}

const askedSchema = z.object({ operation: z.string(), given: z.array(z.unknown()).max(4) });

export type AskedBeside = z.output<typeof askedSchema>;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer(payments: PaymentsBeside, logger: Logger, { request, response }: Exchange): Promise<void> {
  const reply = (status: number, body: unknown) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };
  try {
    const { operation, given } = askedSchema.parse(JSON.parse(await text(request)));
    const operate = operationNamed(payments, operation);
    if (operate === undefined) return reply(404, { problem: `this version of the service does not take ${operation}` });
    reply(200, await operate(given));
  } catch (error) {
    if (isStoreUnavailable(error)) return reply(503, { problem: error.message });
    logger.error({ notice: "command-failed", err: error }, "a command that was given to this service failed");
    reply(500, { problem: "the service failed to do it; its log says why" });
  }
}

const listed = Object.entries(operationsBeside).flatMap(([group, names]) =>
  names.map((operation) => [`${group}.${operation}`, { group, operation }] as const),
);

/** Holds the listed operations alone: a name that comes in leads to no other. */
const operationsByName: ReadonlyMap<string, { readonly group: string; readonly operation: string }> = new Map(listed);

function operationNamed(payments: PaymentsBeside, name: string) {
  const { group = "", operation = "" } = operationsByName.get(name) ?? {};
  const operate: unknown = Reflect.get(Object(Reflect.get(payments, group)), operation);
  if (typeof operate !== "function") return undefined;
  return async (given: readonly unknown[]): Promise<unknown> => Reflect.apply(operate, undefined, [...given]);
}
