import { createHandler, createPayments, memoryStore, nodeListener, sandboxGateway, type Payments } from "wonflow";
import { authenticated, type Confirmation } from "./till.ts";
import { copyingStore } from "./copied-orders.ts";
import { serveAndAsk } from "./http-client.ts";
import { onPostgres, openService, register } from "./postgres-service.ts";
import { median, rateOf, ratio, type Row } from "./report.ts";

const shop = { mId: 7, mode: "test" } as const;
const connections = 64;

async function listening(service: Payments) {
  const key = await service.keys.issue(shop, "secret");
  if (!key.ok) throw new Error(key.error.code);
  const { ask, close } = await serveAndAsk(nodeListener(createHandler(service, { rateLimits: "off" })), connections);
  const headers = {
    Authorization: `Basic ${Buffer.from(`${key.value.key}:`).toString("base64")}`,
    "Content-Type": "application/json",
  };
  const confirm = (body: Partial<Confirmation>, expected: number) =>
    ask({ path: "/px/intents/confirm", headers, body }, expected);
  return { confirm, close };
}

async function openRefusing() {
  const gateways = { test: await sandboxGateway() };
  const service = createPayments({ store: memoryStore(), gateways, secret: "s".repeat(32) });
  await register(service, shop);
  return listening(service);
}

export function confirmOverHttp(rounds: number, ms: number): Promise<readonly Row[]> {
  return onPostgres(async ({ store }) => {
    const copying = copyingStore(store, shop);
    const service = await openService(copying.store);
    await register(service, shop);
    const model = await copying.model(() => authenticated(service, shop, "order-of-a-bench-next"));
    const ours = await listening(service);
    const refusing = await openRefusing();
    const invalid = { intentKey: model.intentKey, orderId: model.orderId, amount: -1 };
    const measured: { readonly bare: number; readonly confirms: number }[] = [];
    // The first round does not count: a service that runs for days has long been compiled.
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await rateOf(connections, ms, () => refusing.confirm(invalid, 400));
      const waiting = [...(await copying.copy(model, Math.ceil(4 * ms)))];
      const confirms = await rateOf(connections, ms, async () => {
        const next = waiting.pop();
        if (next === undefined) throw new Error("too few payments were prepared");
        await ours.confirm(next, 200);
      });
      if (round > 0) measured.push({ bare: bare.perSecond, confirms: confirms.perSecond });
    }
    refusing.close();
    ours.close();
    const bare = median(measured.map((round) => round.bare));
    const confirms = median(measured.map((round) => round.confirms));
    const beside = median(measured.map((round) => round.confirms / round.bare));
    return [
      {
        what: "the route that refuses an amount, without a database",
        measured: `${bare.toFixed(0)}/s`,
        beside: "1.00 ×",
      },
      { what: "confirms", measured: `${confirms.toFixed(0)}/s`, beside: ratio(beside, 1) },
    ];
  });
}
