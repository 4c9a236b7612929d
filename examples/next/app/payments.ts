import {
  checkMount,
  createHandler,
  createPayments,
  documentationMerchant,
  postgresStore,
  sandboxCardNetwork,
  startWork,
} from "wonflow";

const port = Number(process.env["PORT"] ?? 3000);
const dataDir = process.env["WONFLOW_DATA"] ?? ".wonflow/examples/next";
const databaseUrl = process.env["DATABASE_URL"];
const place = databaseUrl === undefined ? { dataDir } : { url: databaseUrl };

async function open() {
  const payments = createPayments({
    store: await postgresStore(place),
    cardNetworks: { test: await sandboxCardNetwork(place) },
    secret: process.env["WONFLOW_SECRET"] ?? "at least 32 characters that nobody knows",
    // What stands before /checkout is the folder of the route. The keys are test_sk_docs and test_ck_docs, for trying.
    settings: { checkoutUrl: `http://localhost:${port}/pay/checkout`, documentationKeys: true },
  });
  await payments.secret.check();
  await payments.merchants.register({ ...documentationMerchant, name: "Tea house" });
  startWork(payments);
  // Next.js drops the Content-Encoding of a route's answers, and compresses them itself.
  const handler = createHandler(payments, { compressions: {} });
  // It listens already, as somebody has asked for something.
  checkMount(handler).catch((error: Error) => console.error(error.message));
  return { payments, handler };
}

/** Next.js loads a module once for each route and again after each change; a database's folder has one owner. */
const shared = globalThis as { wonflow?: ReturnType<typeof open> };

export const wonflow = () => (shared.wonflow ??= open());
