import { bindPayments, type BankHolidays } from "@wonflow/core";
import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";

import { postgresStore } from "../../src/index.ts";
import { webCryptoVault } from "../../src/vault.ts";
import { keptDatabase, keptVersions } from "./kept-database.ts";

const tenant = { mId: 7, mode: "test" } as const;

/** Weekends only, in any year that this test may be run in. */
const holidays: BankHolidays = { firstDay: "2020-01-01", lastDay: "2099-12-31", has: () => false };

test.each(keptVersions)(
  "payments that %s has approved are settled, by what remains of each and at its own rate",
  async (version) => {
    const { databaseUrl = "", secret, done, madeAt } = await keptDatabase(version, "server");
    const store = await postgresStore({ url: databaseUrl });
    onTestFinished(() => store.close());
    const clock = fakeClock(madeAt);
    const vault = webCryptoVault([secret]);
    const payments = bindPayments({ store, gateways: {}, clock, ids: sequentialIds(), vault, holidays });
    const shares = { transactionAmount: 6_000, fee: 168, vat: 17, settlementAmount: 5_815 };
    const partly = () => payments.settlements.lookUpOrder(tenant, "upgraded-order-partly-canceled");
    const scheduledAt = expect.stringContaining("T15:00:00.000Z") as unknown;
    expect(await partly()).toMatchObject({ ok: true, value: { ...shares, scheduledAt, status: "UNSETTLED" } });
    expect(await payments.settlements.lookUpOrder(tenant, "upgraded-order-canceled")).toMatchObject({
      value: { transactionAmount: 0, settlementAmount: 0, status: "UNSETTLED" },
    });

    for (let day = 0; day < 8; day += 1) {
      await clock.advance(24 * 60 * 60 * 1000);
      await payments.work.runDue();
    }
    expect(await partly()).toMatchObject({ value: { ...shares, status: "SETTLED" } });
    const page = await payments.settlements.list(tenant, { from: "2020-01-01", to: "2099-12-31" });
    const lines = page.ok ? page.value.items.flatMap((settlement) => settlement.lines) : [];
    expect(Object.fromEntries(lines.map(({ orderId, settledAmount }) => [orderId, settledAmount]))).toEqual({
      [done.orderId]: 9_692,
      "upgraded-order-partly-canceled": 5_815,
      // No gateway is bound here, so its cancellation stays open.
      "upgraded-order-cancellation-unknown": 9_692,
    });
    expect(lines).toHaveLength(3);
    expect(await payments.ledger.balances(tenant)).toMatchObject({ pending: 0, available: 25_199, bank: 26_000 });
    expect((await payments.ledger.audit(tenant)).differences).toEqual([]);
  },
);
