import {
  checkMount,
  createHandler,
  createPayments,
  developmentSecret,
  documentationMerchant,
  postgresStore,
  sandboxGateway,
  startWork,
  type PostgresStore,
} from "wonflow";

const port = Number(process.env["PORT"] ?? 3000);
const dataDir = process.env["WONFLOW_DATA"] ?? ".wonflow/examples/next";
const databaseUrl = process.env["DATABASE_URL"];
const place = databaseUrl === undefined ? { dataDir } : { url: databaseUrl };

async function open() {
  const store = await postgresStore(place);
  return openOn(store).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
}

async function openOn(store: PostgresStore) {
  const payments = createPayments({
    store,
    gateways: { test: await sandboxGateway(place) },
    secret: process.env["WONFLOW_SECRET"] ?? (await developmentSecret({ dataDir })),
    // The part before /checkout is the folder of the route. The keys are test_sk_docs and test_ck_docs, for trying.
    settings: { checkoutUrl: `http://localhost:${port}/pay/checkout`, documentationKeys: true },
  });
  await payments.secret.check();
  const registered = await payments.merchants.register({ ...documentationMerchant, name: "Tea house" });
  if (!registered.ok) throw new Error(registered.error.code);
  const work = startWork(payments);
  // Next.js drops the Content-Encoding of a route's answers, and compresses them itself.
  const handler = createHandler(payments, { compressions: {} });
  // Not awaited: its requests arrive at the route below /pay, which waits for this function.
  checkMount(handler).catch((error: Error) => console.error(error.message));
  async function stop() {
    await work.stop();
    await store.close();
    process.exit();
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
  return { payments, handler };
}

/** Next.js loads a module once for each route and again after each change; a database's folder has one owner. */
const shared = globalThis as { wonflow?: ReturnType<typeof open> | undefined };

/** The service, opened once. A failure is not kept, so that the next call tries again. */
export function wonflow() {
  // A page prerendered by the build would open the service, and always show the state at build time.
  if (process.env["NEXT_PHASE"] === "phase-production-build") {
    throw new Error('The build must not ask the service: export const dynamic = "force-dynamic" from this page');
  }
  shared.wonflow ??= open().catch((error: unknown) => {
    shared.wonflow = undefined;
    throw error;
  });
  return shared.wonflow;
}
