import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { nodeListener } from "wonflow";

import { receivedFrom, type Received, type Sent } from "./received.ts";
import type { AttackedService } from "./attacked-service.ts";

/** A service behind a real socket on loopback. */
export interface Listening {
  ask(sent: Sent): Promise<Received>;
  close(): Promise<void>;
}

export async function listen({ handler, clock }: Pick<AttackedService, "handler" | "clock">): Promise<Listening> {
  const server = createServer(nodeListener(handler)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  async function ask(sent: Sent): Promise<Received> {
    const answer = exchange(port, bytesOf(sent));
    let isAnswered = false;
    const settle = () => {
      isAnswered = true;
    };
    answer.then(settle, settle);
    // The socket takes real time. A request that takes longer waits for the service's clock, which then moves.
    for (let waits = 0; !isAnswered; waits += 1) {
      await pause(waits < 20 ? 1 : 10);
      if (waits > 120) await clock.advance(1000);
      if (waits > 1000) throw new Error("no answer came from the socket");
    }
    const bytes = await answer;
    return isTooLong(sent) && !bytes.includes(endOfHead) ? refusedUnread : read(bytes);
  }

  return {
    ask,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A request as bytes: no client library sends headers twice, or invalid ones. */
function bytesOf({ method, path, headers, body }: Sent): Buffer {
  const own = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const isChunked = body !== undefined && body.length % 2 === 1;
  const length = isChunked ? "Transfer-Encoding: chunked\r\n" : `Content-Length: ${body?.length ?? 0}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: pay.example\r\nConnection: close\r\n${own}${length}\r\n`;
  // Headers are bytes; other characters are sent in UTF-8, as some clients do.
  return Buffer.concat([Buffer.from(head, "utf8"), isChunked ? chunked(body) : Buffer.from(body ?? [])]);
}

function chunked(body: Uint8Array): Buffer {
  const size = Math.ceil(body.length / 3);
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.slice(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), Buffer.from(part), Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

async function exchange(port: number, bytes: Buffer): Promise<Buffer> {
  const socket = connect(port, "127.0.0.1");
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  // A server that refuses a body without reading it may reset the connection; its earlier answer counts.
  socket.on("error", () => {});
  socket.write(bytes);
  // `once` would reject at an error that comes before.
  await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(parts);
}

const endOfHead = "\r\n\r\n";

/** Node.js refuses more than 16 KiB of path and headers and ends the connection, so its answer may be lost. */
function isTooLong({ path, headers }: Sent): boolean {
  return path.length + headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0) > 15_000;
}

const refusedUnread: Received = { status: 431, headers: new Headers(), text: "", body: undefined };

function read(answer: Buffer): Received {
  const end = answer.indexOf(endOfHead);
  if (end === -1) throw new Error(`invalid answer: ${answer.toString("latin1").slice(0, 200)}`);
  const [first = "", ...lines] = answer.subarray(0, end).toString("latin1").split("\r\n");
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const rest = answer.subarray(end + 4);
  const body = headers.get("Transfer-Encoding") === "chunked" ? unchunked(rest) : rest;
  return receivedFrom(Number(first.split(" ")[1]), headers, body);
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.subarray(at, end).toString("latin1"), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
