import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { commitsOnTheWire } from "./commits-on-the-wire.ts";

/** A connection to a server that loses messages on demand. */
export interface UnreliableNetwork {
  readonly url: string;
  /** Delivers the next request with this text, and breaks its connection before the answer. */
  loseAnswerTo(text: string): void;
  /** Holds the next request with this text on the way, and breaks its sender's connection. */
  readonly hold: (text: string) => void;
  /** Delivers the held request, and resolves when the server has answered it, though no client receives the answer. */
  readonly deliverHeld: () => Promise<void>;
  /** Breaks the connection that commits next, once its commit is sent or in place of its answer. Resolves then. */
  breakAtCommit(when: "sent" | "answered"): Promise<void>;
  /** Delays everything sent from now on by `ms` milliseconds, both ways; 0 at first. */
  delay(ms: number): void;
  /** Swallows everything sent from now on, on open connections and on new ones, which are still accepted. */
  freeze(): void;
  thaw(): void;
  /** Breaks every connection. The server still works on requests that have arrived, and accepts new connections. */
  breakConnections(): void;
  /** Resets every connection on both sides, so that everything on its way is lost. */
  resetConnections(): void;
  /** Breaks every connection and refuses new ones. */
  close(): Promise<void>;
}

type Trap =
  | { readonly kind: "lose" | "hold"; readonly text: string }
  | { readonly kind: "sent" | "answered"; readonly onCaught: () => void };

/** One trap at a time; it catches one request. */
function newTraps() {
  let trap: Trap | undefined;
  return {
    set(next: Trap): void {
      trap = next;
    },
    caughtBy(request: Buffer, endsCommit: boolean): Trap["kind"] | undefined {
      if (trap === undefined || !("text" in trap ? request.includes(trap.text) : endsCommit)) return undefined;
      const { kind } = trap;
      if ("onCaught" in trap) trap.onCaught();
      trap = undefined;
      return kind;
    },
  };
}

interface Way {
  readonly traps: ReturnType<typeof newTraps>;
  frozen: boolean;
  delayMs: number;
  held: { readonly upstream: Socket; readonly request: Buffer } | undefined;
}

function carry(client: Socket, upstream: Socket, way: Way): void {
  const commits = commitsOnTheWire();
  const [toServer, toClient] = [delayed(), delayed()];
  let losing = false;

  function forward(request: Buffer): void {
    if (way.frozen || upstream.destroyed) return;
    const caught = way.traps.caughtBy(request, commits.ends(request));
    losing ||= caught === "lose" || caught === "answered";
    if (caught === "hold") {
      way.held = { upstream, request };
      client.destroy();
    } else {
      upstream.write(request);
      if (caught === "sent") client.destroy();
    }
  }
  client.on("data", (request: Buffer) => toServer(way.delayMs, () => forward(request)));
  upstream.on("data", (answer: Buffer) => {
    if (losing) client.destroy();
    else if (!way.frozen) toClient(way.delayMs, () => client.destroyed || client.write(answer));
  });
  client.on("close", () => {
    if (way.held?.upstream !== upstream) upstream.end();
  });
  upstream.on("close", () => toClient(0, () => client.destroy()));
}

export async function unreliableNetwork(target: string): Promise<UnreliableNetwork> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const way: Way = { traps: newTraps(), frozen: false, delayMs: 0, held: undefined };

  function breakConnections(): void {
    for (const socket of sockets) socket.destroy();
  }

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) keep(socket, sockets);
    carry(client, upstream, way);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(target);
  url.port = typeof address === "object" ? String(address?.port) : "";

  return {
    url: url.href,
    loseAnswerTo: (text) => way.traps.set({ kind: "lose", text }),
    hold: (text) => way.traps.set({ kind: "hold", text }),
    async deliverHeld() {
      if (way.held === undefined) throw new Error("no request was held");
      const { upstream, request } = way.held;
      upstream.write(request);
      await once(upstream, "data");
      upstream.end();
    },
    breakAtCommit: (when) => new Promise((onCaught) => way.traps.set({ kind: when, onCaught })),
    delay: (ms) => {
      way.delayMs = ms;
    },
    freeze: () => {
      way.frozen = true;
    },
    thaw: () => {
      way.frozen = false;
    },
    breakConnections,
    resetConnections() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      if (!server.listening) return;
      server.close();
      breakConnections();
      await once(server, "close");
    },
  };
}

function keep(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.on("error", () => {});
  socket.on("close", () => sockets.delete(socket));
}

/** Runs work in order, each piece `ms` milliseconds late; at once if nothing is waiting and `ms` is 0. */
function delayed(): (ms: number, work: () => unknown) => void {
  let last: Promise<unknown> | undefined;
  return (ms, work) => {
    if (ms === 0 && last === undefined) return void work();
    const next = (last ?? Promise.resolve()).then(() => (ms === 0 ? undefined : pause(ms))).then(work);
    last = next;
    void next.then(() => {
      if (last === next) last = undefined;
    });
  };
}
