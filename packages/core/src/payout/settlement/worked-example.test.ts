import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { createWorld, shop, valueOf, type World } from "../../../test/world.ts";

const doc = readFileSync(join(import.meta.dirname, "../../../../../docs/settlements.md"), "utf8");

/** The rows of the table of docs/settlements.md, each by its cells. */
const rows = doc
  .split("\n")
  .filter((line) => /^\| \w+day /.test(line))
  .map((line) => line.slice(2, -2).split(" | "));

const won = (text = "") => Number(text.replaceAll(",", ""));

/** Does what a row says. Orders are called by a letter. */
async function happen(world: World, keys: Map<string, string>, what: string) {
  const [, paid, amount] = /^(\w) is paid: ([\d,]+) won$/.exec(what) ?? [];
  if (paid !== undefined) {
    const payment = await world.paid({ orderId: `order-20261120-000${paid}`, amount: { value: won(amount) } });
    return keys.set(paid, payment.intentKey);
  }
  const [, part, canceled] = /^([\d,]+) won of (\w) are canceled$/.exec(what) ?? [];
  if (canceled !== undefined) return valueOf(await world.cancel(keys.get(canceled) ?? "", won(part)));
  expect(what).toBe("what is due settles");
  for (let runs = 0; runs < 3; runs += 1) await world.payments.work.runDue();
}

test("the worked example of docs/settlements.md comes out as it says", async () => {
  const world = await createWorld({ merchant: { feeRate: "3.3" } });
  const keys = new Map<string, string>();
  expect(rows).toHaveLength(6);
  for (const [when = "", what = "", ...cells] of rows) {
    const [, day, time] = when.split(" ");
    await world.clock.advance(Date.parse(`${day}T${time}:00+09:00`) - world.clock.now());
    await happen(world, keys, what);
    const [receivable = 0, bank = 0, pending = 0, available = 0, fee = 0, vat = 0] = cells.map(won);
    const expected = { receivable, bank, pending, available, fee, vat, reserved: 0 };
    expect([what, await world.payments.ledger.balances(shop)]).toEqual([what, expected]);
    expect(receivable + bank).toBe(pending + available + fee + vat);
  }
  const { items } = valueOf(await world.payments.settlements.list(shop, { from: "2026-11-01", to: "2026-11-30" }));
  const lines = items.map((settlement) => settlement.lines.map(({ settledAmount }) => settledAmount));
  expect(lines).toEqual([[9637, 20_880], [-4819]]);
});
