import type { RequestListener } from "node:http";

import { createHandler, createPayments, memoryStore, nodeListener } from "wonflow";

import { fictionalBins, tableSize } from "./fictional-bins.ts";
import { serveAndAsk } from "./http-client.ts";
import { rateOf } from "./rate.ts";
import { ratio, type Row } from "./report.ts";

const connections = 16;
const seconds = 3;

async function requestsPerSecond(listener: RequestListener, paths: readonly string[]): Promise<number> {
  const { ask, close } = await serveAndAsk(listener, connections);
  let asked = 0;
  const askNext = () => ask({ path: paths[(asked += 1) % paths.length] ?? "" });
  await rateOf(connections, 500, askNext);
  const { perSecond } = await rateOf(connections, seconds * 1_000, askNext);
  close();
  return perSecond;
}

/** Look-ups over HTTP by a client in the same process, beside a server that does nothing but answer the same bytes. */
export async function binOverHttp(): Promise<readonly Row[]> {
  const rows = fictionalBins(tableSize);
  const payments = createPayments({ store: memoryStore(), gateways: {}, secret: "s".repeat(32) });
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
