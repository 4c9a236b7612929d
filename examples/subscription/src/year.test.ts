import { fakeClock } from "@wonflow/testkit";
import { allPages } from "wonflow";
import { expect, onTestFinished, test } from "vitest";

import { chargeMonths, orderIdOf } from "./charge.ts";
import { checkMoney, lostTable, monthTable, readRows } from "./report.ts";
import { bringCard, openMerchant, registerCustomers, type Merchant } from "./merchant.ts";

const months = ["2026-12", "2027-01", "2027-02"];

async function openInNovember(): Promise<Merchant> {
  const machine = fakeClock(Date.parse("2026-11-22T15:00:00+09:00"));
  const merchant = await openMerchant({ machine });
  onTestFinished(() => merchant.close());
  await registerCustomers(merchant, 25);
  return merchant;
}

/** Every charge of a customer, the oldest first: its day and its outcome. */
async function chargesOf({ payments, tenant }: Merchant, number: number): Promise<readonly string[]> {
  const all = await allPages((page) => payments.intents.list(tenant, page));
  const mine = all.filter(({ orderId }) => orderId.startsWith(`sub-${String(number).padStart(4, "0")}-`));
  return mine
    .toReversed()
    .map(({ requestedAt, status, failure = [] }) => `${requestedAt.slice(2, 10)} ${failure[0]?.code ?? status}`);
}

test("refusals that pass are tried again on later days, others never; cards expire, and customers leave", async () => {
  const merchant = await openInNovember();
  await chargeMonths(merchant, months);

  // customer → its charges
  const stories: readonly (readonly [number, readonly string[]])[] = [
    [1, ["12-01", "12-02", "12-04", "01-01", "01-02", "01-04", "02-01", "02-02", "02-04"]],
    [2, ["26-12-01 DONE", "27-01-01 INVALID_CARD_EXPIRATION", "27-01-02 DONE", "27-02-01 DONE"]],
    [3, ["26-12-01 DONE", "27-01-01 INVALID_CARD_EXPIRATION"]],
    [4, ["26-12-01 DONE"]],
    [5, ["26-12-01 INVALID_STOPPED_CARD", "26-12-02 DONE", "27-01-01 DONE", "27-02-01 DONE"]],
    [8, ["26-12-01 DONE", "27-01-01 DONE", "27-02-01 DONE"]],
  ];
  for (const [number, charges] of stories.slice(1))
    expect([number, await chargesOf(merchant, number)]).toEqual([number, charges]);
  const waiting = await chargesOf(merchant, 1);
  expect(waiting.map((each) => each.slice(3, 8))).toEqual(stories[0]?.[1]);
  expect(waiting.map((each) => each.slice(9))).toEqual(
    months.flatMap(() => ["REJECT_CARD_PAYMENT", "REJECT_CARD_PAYMENT", "DONE"]),
  );
  const everyDay = (code: string) => ["01", "02", "04", "08"].map((day) => `26-12-${day} ${code}`);
  expect(await chargesOf(merchant, 7)).toEqual(everyDay("REJECT_CARD_PAYMENT"));
  expect((await chargesOf(merchant, 6)).slice(0, 6)).toEqual([
    ...everyDay("REJECT_CARD_PAYMENT"),
    "26-12-15 DONE",
    "27-01-01 DONE",
  ]);
  expect((await chargesOf(merchant, 9)).slice(0, 5)).toEqual([...everyDay("PROVIDER_ERROR"), "26-12-15 DONE"]);

  const rows = await readRows(merchant, months);
  const counts = rows.map(({ charged, triedAgain, recovered, lost, left }) => [
    charged,
    triedAgain,
    recovered,
    lost,
    left,
  ]);
  expect(counts).toEqual([
    [24, 5, 4, 1, 0],
    [22, 2, 2, 1, 1],
    [22, 1, 1, 0, 0],
  ]);
  expect(rows[0]?.won).toBe(16 * 9_900 + 8 * 14_900);
  expect(await checkMoney(merchant, rows)).toMatchObject({ agrees: true });
  const table = monthTable(rows).split("\n");
  expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(table.map((line) => line.trim().split(/ {2,}/)[1])).toEqual(["Charged", "24", "22", "22", "68"]);
  expect(await lostTable(merchant, 1)).toMatch(/2027-01 .*INVALID_CARD_EXPIRATION/);
});

test("nothing can be charged to who has left", async () => {
  const merchant = await openInNovember();
  const before = merchant.customers.all().find(({ number }) => number === 4);
  await chargeMonths(merchant, months.slice(0, 2));
  const left = merchant.customers.all().find(({ number }) => number === 4);
  expect(left).toMatchObject({ billkey: null, ended: { month: "2027-01", how: "left" } });
  const { payments, tenant } = merchant;
  const instruments = [{ billing: before?.billkey ?? "", amount: 9_900 }];
  const order = { orderId: "sub-0004-2027-02", orderName: "구독", totalAmount: 9_900, instruments };
  expect(await payments.billing.charge(tenant, { customerId: left?.customerId ?? "", ...order })).toMatchObject({
    ok: false,
    error: { code: "NOT_FOUND_BILLING" },
  });
});

test("a run that ends amid its charges, and is repeated, charges no one twice", async () => {
  const merchant = await openInNovember();
  const whole = await openInNovember();
  await chargeMonths(whole, months);
  for (const last of [3, 11, 19, 27, 55]) {
    let seen = 0;
    const run = chargeMonths(merchant, months, () => {
      seen += 1;
      if (seen === last) throw new Error("ended");
    });
    await expect(run).rejects.toThrow("ended");
  }
  await chargeMonths(merchant, months);
  const rows = await readRows(merchant, months);
  expect(rows).toEqual(await readRows(whole, months));
  expect(await checkMoney(merchant, rows)).toMatchObject({ agrees: true });
  expect(orderIdOf({ number: 7 }, "2026-12")).toBe("sub-0007-2026-12");
});

test("a card whose storing was cut off is stored under another idempotency key", async () => {
  const merchant = await openInNovember();
  const { payments } = merchant;
  const cutOff = ["IDEMPOTENT_REQUEST_PROCESSING", "FAILED_BILL_KEY_AUTH_CREATION"] as const;
  const seen: unknown[] = [];
  const issue: typeof payments.billing.issue = async (tenant, input, options) => {
    const code = cutOff[seen.length];
    seen.push(options?.idempotencyKey);
    return code === undefined ? payments.billing.issue(tenant, input, options) : { ok: false, error: { code } };
  };
  const cut = { ...merchant, payments: { ...payments, billing: { ...payments.billing, issue } } };
  await bringCard(cut, newCustomer);
  expect(seen).toEqual(["c_new.1.1", "c_new.1.2", "c_new.1.3"]);
  expect(keyOf(merchant)).toMatch(/^billkey_/);
});

test("a card that was stored, but not written down, is not stored again", async () => {
  const merchant = await openInNovember();
  await bringCard(merchant, newCustomer);
  const key = keyOf(merchant);
  await bringCard(merchant, newCustomer);
  expect([key, keyOf(merchant)]).toEqual([expect.stringContaining("billkey_"), key]);
});

const newCustomer = {
  kind: "customer",
  number: 26,
  customerId: "c_new",
  name: "김하늘",
  price: 9_900,
  since: "2026-12",
  cards: 0,
  billkey: null,
  ended: null,
} as const;

const keyOf = ({ customers }: Merchant) => customers.all().find(({ number }) => number === 26)?.billkey;
