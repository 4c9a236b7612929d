import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { commitsOnTheWire } from "./commits-on-the-wire.ts";

/** A way to a server on which messages get lost. */
export interface UnreliableNetwork {
  /** The server's URL by this way. */
  readonly url: string;
  /** The next request that holds this text reaches the server, but its connection breaks before the answer. */
  loseAnswerTo(text: string): void;
  /** The next request that holds this text stays on the way while its connection breaks for the sender. */
  readonly hold: (text: string) => void;
  /** Lets the held request go on to the server, and resolves when the server has answered it to nobody. */
  readonly deliverHeld: () => Promise<void>;
  /**
   * Whichever connection commits next breaks once PostgreSQL was sent the last message of that: at once, while the server
   * still works at it, or when it has answered, which nobody hears. Resolves when one was caught so.
   */
  breakAtCommit(when: "sent" | "answered"): Promise<void>;
  /** From now on whatever is sent arrives so many milliseconds later, either way; 0 as at first. */
  delay(ms: number): void;
  /** From now on everything sent is swallowed, on open connections and on new ones, which are still accepted. */
  freeze(): void;
  /** What is sent from now on arrives again. */
  thaw(): void;
  /** Breaks every connection; what has arrived at the server goes on there, and new connections are taken. */
  breakConnections(): void;
  /** Breaks every connection by a reset, to both sides, so that what was on its way is lost. */
  resetConnections(): void;
  /** Breaks every connection and refuses new ones. */
  close(): Promise<void>;
}

/** What goes wrong on the way next. */
type Trap =
  | { readonly kind: "lose" | "hold"; readonly text: string }
  | { readonly kind: "sent" | "answered"; readonly onCaught: () => void };

/** One trap at a time, which catches one request. */
function newTraps() {
  let trap: Trap | undefined;
  return {
    set(next: Trap): void {
      trap = next;
    },
    /** What goes wrong with a request. */
    caughtBy(request: Buffer, endsCommit: boolean): Trap["kind"] | undefined {
      if (trap === undefined || !("text" in trap ? request.includes(trap.text) : endsCommit)) return undefined;
      const { kind } = trap;
      if ("onCaught" in trap) trap.onCaught();
      trap = undefined;
      return kind;
    },
  };
}

/** What is wrong with the way just now. */
interface Way {
  readonly traps: ReturnType<typeof newTraps>;
  frozen: boolean;
  delayMs: number;
  held: { readonly upstream: Socket; readonly request: Buffer } | undefined;
}

/** Carries what a client and its server send each other, as far as the way lets it through. */
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

/** Does one thing after the other, each so much later; at once where nothing waits and nothing is late. */
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
