import type { Tenant } from "@wonflow/core";
import { expect, onTestFinished, test } from "vitest";

import { readEnvironment } from "../../src/settings/environment.ts";
import { serve, type Service } from "../../src/serve/serve.ts";
import { recordingLogger } from "../recording-logger.ts";
import { keptDatabase, keptVersions } from "./kept-database.ts";
import { Merchant } from "./merchant.ts";

const tenant: Tenant = { mId: 7, mode: "test" };
const order = (name: string) => `upgraded-order-${name}`;

type Kept = Awaited<ReturnType<typeof keptDatabase>>;

/** The service of this version over a kept database. */
async function opened({ dataDir, databaseUrl, secret }: Kept) {
  const { logger, lines } = recordingLogger();
  const environment = {
    ...readEnvironment({ PORT: "0", WONFLOW_SECRET: secret }, "development"),
    dataDir,
    databaseUrl,
  };
  const service = await serve(environment, logger);
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= service.stop());
  onTestFinished(stop);
  return { service, lines, stop };
}

async function statuses({ payments }: Service): Promise<Readonly<Record<string, string>>> {
  const page = await payments.intents.list(tenant);
  if (!page.ok) throw new Error(page.error.code);
  return Object.fromEntries(page.value.items.map(({ orderId, status }) => [orderId.replace(order(""), ""), status]));
}

/** Merchants, keys and cards are as they were. */
async function checkContracts({ payments, url }: Service, { secretKey, clientKey }: Kept): Promise<void> {
  expect(await payments.merchants.list()).toMatchObject({
    value: { items: [{ mId: 1 }, { mId: 7, mode: "test", name: "Corner Shop" }] },
  });
  expect(await payments.merchants.get(tenant)).toMatchObject({ value: { feeRate: "2.8", origins: [], minAmount: 1 } });
  const docs = new Merchant(url, "test_ck_docs");
  expect(await docs.get("/installments/interest-free-months?pg=PG_A")).toMatchObject({ status: 200 });
  expect(await docs.get("/bin-ko/bin/40005001")).toMatchObject({ body: { nickname: "롯데상회", issuer: "71" } });
  const found = await docs.get(`/card-catalogs/search?name=${encodeURIComponent("오래된")}`);
  expect(found.body).toMatchObject({ data: [{ name: "오래된 카드" }] });

  const masked = [`test_ck_…${clientKey.slice(-4)}`, `test_sk_…${secretKey.slice(-4)}`];
  expect(await payments.keys.list(tenant)).toMatchObject({
    value: { items: masked.map((each) => ({ masked: each, revokedAt: null })) },
  });
}

/** A request that was answered then has the same answer, and another one by the same idempotency key is refused. */
async function checkRepeats(shop: Merchant, { ready, done }: Kept): Promise<void> {
  expect(await shop.openSession(order("ready"), "session 1")).toMatchObject({ status: 201, body: ready });
  const approved = { intentKey: done.intentKey, status: "DONE", totalAmount: 10_000 };
  expect(await shop.confirm(done, "confirm 1")).toMatchObject({ status: 200, body: approved });
  expect(await shop.confirm({ ...done, amount: 9_999 }, "confirm 1")).toMatchObject({ status: 422 });
  const canceled = { status: "PARTIAL_CANCELED", orderId: order("partly-canceled") };
  expect(await shop.cancel(order("partly-canceled"), 4_000, "cancel 1")).toMatchObject({ status: 200, body: canceled });
}

const cases = keptVersions.flatMap((version) =>
  (["embedded", "server"] as const).map((kind) => [version, kind] as const),
);

test.each(cases)(
  "a database of %s, %s: everything in it is there, and continues",
  async (version, kind) => {
    const kept = await keptDatabase(version, kind);
    const { service, lines, stop } = await opened(kept);
    const shop = new Merchant(service.url, kept.secretKey);
    // What was under way when the process was killed is looked up, and found in the sandbox's book.
    await expect
      .poll(() => statuses(service))
      .toEqual({
        unknown: "DONE",
        "cancellation-unknown": "CANCELED",
        refused: "ABORTED",
        canceled: "CANCELED",
        "partly-canceled": "PARTIAL_CANCELED",
        done: "DONE",
        authenticated: "IN_PROGRESS",
        ready: "READY",
      });
    await checkContracts(service, kept);
    await checkRepeats(shop, kept);

    const confirmations = [kept.authenticated, await shop.authenticate(kept.ready.token)];
    for (const each of confirmations) expect(await shop.confirm(each)).toMatchObject({ body: { status: "DONE" } });
    expect(await service.payments.ledger.balances(tenant)).toMatchObject({ receivable: 46_000, fee: 1_288, vat: 129 });
    expect(await shop.cancel(order("partly-canceled"), 6_000)).toMatchObject({ body: { status: "CANCELED" } });
    for (const name of ["done", "unknown", "authenticated", "ready"]) {
      expect(await shop.cancel(order(name), 10_000)).toMatchObject({ body: { status: "CANCELED" } });
    }
    expect(await service.payments.ledger.balances(tenant)).toMatchObject({ receivable: 0, fee: 0, vat: 0 });
    expect(await shop.confirm(await shop.authenticated(order("of-today")))).toMatchObject({ body: { status: "DONE" } });

    expect(await service.payments.keys.revoke(tenant, kept.secretKey)).toMatchObject({ ok: true });
    expect(await shop.get(`/px/intents/orders/${order("done")}`)).toMatchObject({ status: 401 });
    await stop();
    const again = await opened(kept);
    expect(await statuses(again.service)).toMatchObject({ "of-today": "DONE", ready: "CANCELED" });
    expect([...lines, ...again.lines]).toEqual([]);
    await again.stop();
  },
  120_000,
);
