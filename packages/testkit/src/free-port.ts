import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A free port of this machine, for a program that a test starts.
 *
 * @example
 * const port = await freePort();
 * new URL(`http://127.0.0.1:${port}`);
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("this machine has no free port");
  return address.port;
}
