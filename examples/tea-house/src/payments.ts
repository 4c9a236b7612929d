import { createHandler, createPayments, developmentSecret, postgresStore, sandboxGateway, startWork } from "wonflow";

export const port = Number(process.env["PORT"] ?? 3000);
export const url = `http://localhost:${port}`;

const databaseUrl = process.env["DATABASE_URL"];
const dataDir = process.env["WONFLOW_DATA"] ?? ".wonflow/examples/tea-house";
/** Where payments are kept, by us and by the sandbox's gateway: both must remember the same. */
const place = databaseUrl === undefined ? { dataDir } : { url: databaseUrl };

export const payments = createPayments({
  store: await postgresStore(place),
  gateways: { test: await sandboxGateway(place) },
  secret: process.env["WONFLOW_SECRET"] ?? (await developmentSecret({ dataDir })),
  // The handler is mounted at the path before /checkout.
  settings: { checkoutUrl: `${url}/pay/checkout` },
});

await payments.secret.check();
export const shop = { mId: 7, mode: "test" } as const;
await payments.merchants.register({ ...shop, name: "Tea house", feeRate: "3.3" });
startWork(payments);

export const handler = createHandler(payments);
