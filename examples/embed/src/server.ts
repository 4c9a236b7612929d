import { createServer } from "node:http";
import {
  createHandler,
  createPayments,
  developmentSecret,
  nodeListener,
  postgresStore,
  sandboxGateway,
  startWork,
} from "wonflow";

const port = Number(process.env["PORT"] ?? 3000);
const url = process.env["DATABASE_URL"];
const dataDir = process.env["WONFLOW_DATA"] ?? ".wonflow";
/** Where payments are kept, by us and by the sandbox's gateway: both must remember the same. */
const place = url === undefined ? { dataDir } : { url };
const store = await postgresStore(place);
const payments = createPayments({
  store,
  gateways: { test: await sandboxGateway(place) },
  secret: process.env["WONFLOW_SECRET"] ?? (await developmentSecret({ dataDir })),
  settings: { checkoutUrl: `http://localhost:${port}/checkout` },
});

await payments.secret.check();
const shop = { mId: 7, mode: "test" } as const;
await payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3" });
startWork(payments);
createServer(nodeListener(createHandler(payments))).listen(port, "127.0.0.1");

const session = await payments.sessions.create(shop, {
  customerId: "2b7d1f0c-buyer",
  orderId: `order-${crypto.randomUUID()}`,
  orderName: "Green tea",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
});
if (session.ok) console.log(`Pay at ${session.value.checkoutUrl}`);
else console.error(session.error.code, session.error.details);
