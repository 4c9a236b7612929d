import { fakeClock } from "@wonflow/testkit";
import { silentLogger, type Payments } from "wonflow";
import { expect, onTestFinished, test } from "vitest";

import { passDays } from "./days.ts";
import { openMarketplace, type Marketplace } from "./marketplace.ts";
import { payday, readBooks } from "./payday.ts";

type CreateBatch = Payments["payouts"]["createBatch"];

/** A marketplace that has traded until Thursday, 3 December, and has paid out once, on 27 November. */
async function openBeforePayday(): Promise<Marketplace> {
  const machine = fakeClock(Date.parse("2026-11-23T15:00:00+09:00"));
  const market = await openMarketplace({ url: "http://localhost:1", machine, logger: silentLogger });
  onTestFinished(() => market.close());
  await passDays(market, 10);
  return market;
}

/** The same marketplace as another process sees it, which makes payouts in a way of its own. */
function withBatches(market: Marketplace, createBatch: (original: CreateBatch) => CreateBatch): Marketplace {
  const { payouts } = market.payments;
  const wrapped = { ...payouts, createBatch: createBatch(payouts.createBatch) };
  return { ...market, payments: { ...market.payments, payouts: wrapped } };
}

/** The payouts of the second payday, by their refs. */
async function paid(market: Marketplace): Promise<readonly string[]> {
  const { payouts } = await readBooks(market);
  return payouts.flatMap(({ refPayoutId, payoutDate }) => (payoutDate >= "2026-12-03" ? [refPayoutId] : [])).toSorted();
}

const once = ["binder.2", "potter.2", "tea.2"];

test("a payday pays each seller what it is owed, and repeated it pays nothing", async () => {
  const market = await openBeforePayday();
  expect(await payday(market)).toMatchObject({ ok: true, value: { isNew: true, payouts: { size: 3 } } });
  expect(await payday(market)).toMatchObject({ ok: true, value: { isNew: false, payouts: { size: 0 } } });
  expect(await paid(market)).toEqual(once);
});

test("a payday whose process dies when the payouts are made, and is run again, pays once", async () => {
  const market = await openBeforePayday();
  const dying = withBatches(market, (createBatch) => async (...asked) => {
    await createBatch(...asked);
    throw new Error("killed");
  });
  await expect(payday(dying)).rejects.toThrow("killed");
  expect(await payday(market)).toMatchObject({ ok: true, value: { payouts: { size: 0 } } });
  expect(await paid(market)).toEqual(once);
});

test("two processes that pay at once pay once", async () => {
  const market = await openBeforePayday();
  const answers = await Promise.all([payday(market), payday(market)]);
  expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await paid(market)).toEqual(once);
});

test("a process that slept while another one paid, and sold on, is refused, days later too", async () => {
  const market = await openBeforePayday();
  const slow = withBatches(market, (createBatch) => async (...asked) => {
    await passDays(market, 5);
    return createBatch(...asked);
  });
  // By now the sellers' payouts have other amounts: those requested on Thursday differ.
  expect(await payday(slow)).toMatchObject({ ok: false, error: { code: "DUPLICATE_REF_PAYOUT_ID" } });
  expect(await paid(market)).toEqual(once);
});
