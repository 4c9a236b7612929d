import { existsSync } from "node:fs";
import {
  createHandler,
  createPayments,
  documentationMerchant,
  postgresStore,
  sandboxGateway,
  startWork,
} from "wonflow";

if (existsSync(".env")) process.loadEnvFile();

export const port = Number(process.env["PORT"] ?? 3000);
export const url = `http://localhost:${port}`;

/** Where payments are kept, by the service and by the sandbox's gateway: both must remember the same. */
const place = { dataDir: ".wonflow" };
const store = await postgresStore(place);
const payments = createPayments({
  store,
  gateways: { test: await sandboxGateway(place) },
  secret: process.env["WONFLOW_SECRET"], // in .env; the database keeps to it
  // The handler is mounted at the path before /checkout. The keys are test_sk_docs and test_ck_docs, for trying.
  settings: { checkoutUrl: `${url}/pay/checkout`, documentationKeys: true },
});

await payments.secret.check(); // rejects with another secret than the one the database was set up with
const registered = await payments.merchants.register({ ...documentationMerchant, name: "Tea house" });
if (!registered.ok) throw new Error(registered.error.code);
const work = startWork(payments);

/** The whole service, which the server mounts below /pay. */
export const handler = createHandler(payments);

/** Ends the service's work, once no request is under way. */
export async function stop(): Promise<void> {
  await work.stop();
  await store.close();
}
