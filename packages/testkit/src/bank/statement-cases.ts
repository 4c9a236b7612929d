import { dayInSeoul, type BankMovement, type PayoutRequest } from "@wonflow/core";
import { expect } from "vitest";
import { clocksDifferByMs } from "../heard.ts";
import { dayAfter, type CaseContext, type Cases } from "./case-context.ts";

export const statementCases: Cases = {
  "has each payment once, with its slot, key and amount, on the day on which it was paid": async (context) => {
    const { bank, newSeller, payout, payoutDate, whenPaid } = context;
    const requests = [
      payout(await newSeller()),
      payout(await newSeller(), { amount: 20_000 }),
      payout({ type: "MERCHANT" }, { amount: 30_000 }),
    ];
    for (const request of requests) expect(await bank.submit(request)).toMatchObject({ outcome: "done" });
    for (const request of requests) await whenPaid(request);
    const lines = await linesOver(context, payoutDate);
    for (const request of requests) expect(lines.filter((line) => isFor(line, request))).toEqual([paid(request)]);
    for (const { at } of lines) expect(dayInSeoul(at)).toBe(payoutDate);
  },

  "has the same time of a payment as the look-up": async (context) => {
    const { submitted, payoutDate, whenPaid } = context;
    const request = await submitted();
    const { at } = await whenPaid(request);
    const line = (await linesOver(context, payoutDate)).find((each) => isFor(each, request));
    expect(Math.abs((line?.at ?? Number.NaN) - at)).toBeLessThanOrEqual(clocksDifferByMs);
  },

  "has one payment of a slot that was asked for again, under its key and under others": async (context) => {
    const { bank, newSeller, payout, newKey, payoutDate, whenPaid, reopen } = context;
    const request = payout(await newSeller());
    const again = () => bank.submit({ ...request, key: newKey() });
    await Promise.all([bank.submit(request), bank.submit(request)]);
    await again();
    await whenPaid(request);
    await again();
    const later = await reopen();
    await later.bank.submit(request);
    const lines = await linesOver(later, payoutDate);
    expect(lines.filter((line) => isFor(line, request))).toEqual([paid(request)]);
  },

  "has nothing of another merchant": async (context) => {
    const { bank, newSeller, payout, payoutDate, otherTenant, whenPaid, statement } = context;
    const request = payout(await newSeller());
    const others = payout(await newSeller(otherTenant), { tenant: otherTenant });
    for (const each of [request, others]) {
      await bank.submit(each);
      await whenPaid(each);
    }
    const lines = await linesOver(context, payoutDate);
    expect(lines.filter((line) => isFor(line, others))).toEqual([]);
    const answer = await statement(payoutDate, otherTenant);
    const otherLines = answer.outcome === "done" ? answer.value : [];
    expect(otherLines.filter((line) => isFor(line, request))).toEqual([]);
    expect(otherLines.filter((line) => isFor(line, others))).toEqual([paid(others)]);
  },

  "is the same whenever it is asked for, also after a restart": async (context) => {
    const { submitted, payoutDate, whenPaid, reopen } = context;
    for (const request of [await submitted(), await submitted()]) await whenPaid(request);
    const first = await linesOver(context, payoutDate);
    expect(first.length).toBeGreaterThanOrEqual(2);
    expect(await linesOver(context, payoutDate)).toEqual(first);
    const later = await reopen();
    expect(await linesOver(later, payoutDate)).toEqual(first);
    const next = await linesOver(later, dayAfter(payoutDate));
    for (const { at } of next) expect(dayInSeoul(at)).toBe(dayAfter(payoutDate));
    expect(await linesOver(later, payoutDate)).toEqual(first);
  },

  "is not known of a day that is not over": async (context) => {
    const { submitted, payoutDate, statement, whenOver } = context;
    await submitted();
    expect((await statement(payoutDate)).outcome).toBe("unknown");
    await whenOver(payoutDate);
    expect((await statement(dayAfter(payoutDate))).outcome).toBe("unknown");
  },
};

async function linesOver({ whenOver, statement }: CaseContext, day: string): Promise<readonly BankMovement[]> {
  await whenOver(day);
  const answer = await statement(day);
  if (answer.outcome === "done") return answer.value;
  throw new Error(`There is no statement of ${day}: ${JSON.stringify(answer)}`);
}

function isFor(line: BankMovement, { key, payee, payoutDate }: PayoutRequest): boolean {
  const samePayee =
    payee.type === "SELLER"
      ? line.payee.type === "SELLER" && line.payee.externalSellerId === payee.externalSellerId
      : line.payee.type === "MERCHANT";
  return line.key === key || (samePayee && line.payoutDate === payoutDate);
}

function paid({ key, payee, payoutDate, amount }: PayoutRequest): object {
  const at: unknown = expect.any(Number);
  return { kind: "PAID", payee, payoutDate, key, amount, at };
}
