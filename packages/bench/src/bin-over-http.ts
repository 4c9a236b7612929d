import { Agent, createServer, get, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { createHandler, createPayments, memoryStore, nodeListener } from "wonflow";

import { fictionalBins, tableSize } from "./fictional-bins.ts";
import { ratio, type Row } from "./report.ts";

const connections = 16;
const seconds = 3;

async function requestsPerSecond(listener: RequestListener, paths: readonly string[]): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = (path: string) =>
    new Promise<void>((resolve, reject) => {
      get({ port, host: "127.0.0.1", path, agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.resume().on("end", () => resolve());
      }).on("error", reject);
    });
  let asked = 0;
  const askUntil = async (end: number) => {
    while (performance.now() < end) {
      await ask(paths[asked % paths.length] ?? "");
      asked += 1;
    }
  };
  const run = async (ms: number) => {
    asked = 0;
    const start = performance.now();
    await Promise.all(Array.from({ length: connections }, () => askUntil(start + ms)));
    return asked / ((performance.now() - start) / 1_000);
  };
  await run(500);
  const rate = await run(seconds * 1_000);
  agent.destroy();
  server.close();
  return rate;
}

/** Look-ups over HTTP by a client in the same process, beside a server that does nothing but answer the same bytes. */
export async function binOverHttp(): Promise<readonly Row[]> {
  const rows = fictionalBins(tableSize);
  const payments = createPayments({ store: memoryStore(), cardNetworks: {}, secret: "s".repeat(32) });
  await payments.bins.import(rows);
  const handler = createHandler(payments);
  const paths = rows.map(({ bin }) => `/bin-ko/bin/${bin}`);
  const body = await (await handler(new Request(`http://localhost${paths[0] ?? ""}`))).text();
  const bare = await requestsPerSecond((_, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(body);
  }, paths);
  const ours = await requestsPerSecond(nodeListener(handler), paths);
  const show = (what: string, rate: number) => ({
    what,
    measured: `${Math.round(rate).toLocaleString("en")}/s`,
    beside: ratio(rate, bare),
  });
  return [show("node:http that answers the same bytes", bare), show("GET /bin-ko/bin/{bin}", ours)];
}
