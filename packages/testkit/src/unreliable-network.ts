import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to a server on which messages get lost. */
export interface UnreliableNetwork {
  /** The server's URL by this way. */
  readonly url: string;
  /** The next request that holds this text reaches the server, but its connection breaks before the answer. */
  loseAnswerTo(text: string): void;
  /** The next request that holds this text stays on the way while its connection breaks for the sender. */
  hold(text: string): void;
  /** Lets the held request go on to the server, and resolves when the server has answered it to nobody. */
  deliverHeld(): Promise<void>;
  /** From now on everything sent is swallowed, on open connections and on new ones, which are still accepted. */
  freeze(): void;
  /** What is sent from now on arrives again. */
  thaw(): void;
  /** Breaks every connection; what has arrived at the server goes on there, and new connections are taken. */
  breakConnections(): void;
  /** Breaks every connection and refuses new ones. */
  close(): Promise<void>;
}

export async function unreliableNetwork(target: string): Promise<UnreliableNetwork> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let trap: { readonly text: string; readonly kind: "lose" | "hold" } | undefined;
  let held: { readonly upstream: Socket; readonly request: Buffer } | undefined;
  let frozen = false;

  function breakConnections(): void {
    for (const socket of sockets) socket.destroy();
  }

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) keep(socket, sockets);
    let losing = false;
    client.on("data", (request: Buffer) => {
      if (frozen) return;
      const caught = trap !== undefined && request.includes(trap.text) ? trap.kind : undefined;
      if (caught !== undefined) trap = undefined;
      losing ||= caught === "lose";
      if (caught === "hold") {
        held = { upstream, request };
        client.destroy();
      } else {
        upstream.write(request);
      }
    });
    upstream.on("data", (answer: Buffer) => {
      if (losing) client.destroy();
      else if (!frozen && !client.destroyed) client.write(answer);
    });
    client.on("close", () => {
      if (held?.upstream !== upstream) upstream.end();
    });
    upstream.on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(target);
  url.port = typeof address === "object" ? String(address?.port) : "";

  return {
    url: url.href,
    loseAnswerTo: (text) => {
      trap = { text, kind: "lose" };
    },
    hold: (text) => {
      trap = { text, kind: "hold" };
    },
    async deliverHeld() {
      if (held === undefined) throw new Error("no request was held");
      held.upstream.write(held.request);
      await once(held.upstream, "data");
      held.upstream.end();
    },
    freeze: () => {
      frozen = true;
    },
    thaw: () => {
      frozen = false;
    },
    breakConnections,
    async close() {
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
