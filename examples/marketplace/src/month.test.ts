import { fakeClock } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";
import { silentLogger } from "wonflow";

import { passDays } from "./days.ts";
import { openMarketplace } from "./marketplace.ts";
import { statementCsv } from "./pages.ts";
import { readBooks } from "./payday.ts";
import { balances, plot, stepsOf } from "./plot.ts";
import { owedBy, statementOf } from "./statement.ts";

test("after a month every won is with a buyer, a seller, the gateway's fee or the marketplace", async () => {
  const machine = fakeClock(Date.parse("2026-11-23T15:00:00+09:00"));
  const market = await openMarketplace({ url: "http://localhost:1", machine, logger: silentLogger });
  onTestFinished(() => market.close());
  const { payments, tenant, sellers } = market;
  await passDays(market, 31);
  // Money refunded after its settlement is a line of a settlement on the next business day.
  await market.clock.move({ forward: { businessDays: 1 } });

  const books = await readBooks(market);
  const statements = sellers.map((seller) => statementOf(seller, books));
  const lines = statements.flat();
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const earned = sum(lines.filter(({ kind }) => !kind.startsWith("payout")).map(({ change }) => change));
  const paidOut = -sum(lines.filter(({ kind }) => kind.startsWith("payout")).map(({ change }) => change));
  const owed = sum(statements.map(owedBy));
  const commission = sum(lines.map((line) => line.commission));
  expect(earned).toBe(paidOut + owed);

  // The service's books, and what the bank has really paid, say the same of it.
  const booked = await payments.ledger.balances(tenant);
  expect(booked.available).toBe(owed + commission);
  const completed = books.payouts.filter(({ status, error }) => status === "COMPLETED" && error === null);
  expect([booked.reserved, sum(completed.map(({ amount }) => amount.value))]).toEqual([0, paidOut]);
  expect(sum(books.settlements.map(({ amount }) => amount))).toBe(earned + commission);
  expect((await payments.ledger.audit(tenant)).differences).toEqual([]);

  // The month had everything in it.
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(["sale", "cancellation", "payout", "payout undone"]));
  const first = books.payouts.filter(({ payoutDate }) => payoutDate === "2026-11-27");
  expect(new Map(first.map(({ refPayoutId, status, error }) => [refPayoutId, [status, error?.code]]))).toEqual(
    new Map([
      ["binder.1", ["FAILED", "PAYOUT_ACCOUNT_UNUSABLE"]],
      ["potter.1", ["COMPLETED", undefined]],
      ["tea.1", ["COMPLETED", "PAYOUT_RETURNED"]],
    ]),
  );
  for (const { account } of balances) {
    expect([account, stepsOf(account, books.entries).at(-1)?.value]).toEqual([account, booked[account]]);
  }
  expect(plot(books.entries, market.clock.now()).text).not.toContain("NaN");
  const csv = statementCsv({ statement: statements[0] ?? [] }).split("\r\n");
  expect([csv.length - 2, csv.at(-2)?.split(",").at(-1)]).toEqual([
    statements[0]?.length,
    String(owedBy(statements[0] ?? [])),
  ]);
});
