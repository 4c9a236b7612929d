import { dayInSeoul, type PayoutRequest } from "@wonflow/core";
import { expect } from "vitest";
import { clocksDifferByMs, expectNow } from "../heard.ts";
import { dayAfter, type CaseContext, type Cases } from "./case-context.ts";

function taken({ key, amount }: PayoutRequest): object {
  return { outcome: "done", value: { key, amount } };
}

export const payoutCases: Cases = {
  "takes a payout, and has it on record under its slot, also after a restart": async (context) => {
    const { bank, newSeller, payout, foundPayout, reopen } = context;
    const request = payout(await newSeller());
    const { key, amount } = request;
    const status: unknown = expect.stringMatching(/^(ACCEPTED|PAID)$/);
    const at: unknown = expect.any(Number);
    const expected = { outcome: "done", value: { key, amount, status, at, reason: null } };
    expect(await bank.submit(request)).toEqual(expected);
    expect(await foundPayout(request)).toEqual(expected);
    const later = await reopen();
    expect(await later.foundPayout(request)).toEqual(expected);
  },

  "has its time by the bank's clock, in milliseconds": async (context) => {
    const { bank, newSeller, payout, foundPayout } = context;
    const request = payout(await newSeller());
    for (const answer of [await bank.submit(request), await foundPayout(request)]) {
      expectNow(context, answer.outcome === "done" ? answer.value.at : undefined);
    }
  },

  "pays the merchant itself, to the account of the request": async ({ bank, payout, foundPayout }) => {
    const request = payout({ type: "MERCHANT" });
    expect(await bank.submit(request)).toMatchObject(taken(request));
    expect(await foundPayout(request)).toMatchObject(taken(request));
  },

  "called again, answers the outcome of the first call, also after a restart": async ({ bank, submitted, reopen }) => {
    const request = await submitted();
    expect(await bank.submit(request)).toMatchObject(taken(request));
    const later = await reopen();
    expect(await later.bank.submit(request)).toMatchObject(taken(request));
  },

  "called again with another amount, does not pay that": async ({ bank, submitted, foundPayout }) => {
    const request = await submitted();
    const answer = await bank.submit({ ...request, amount: 20_000 });
    // A refusal would wrongly say that nothing is paid under this key.
    if (answer.outcome === "done") expect(answer).toMatchObject(taken(request));
    else expect(answer.outcome).toBe("unknown");
    expect(await foundPayout(request)).toMatchObject(taken(request));
  },

  "called again with another slot under the same key, does not pay that too": async (context) => {
    const { bank, newSeller, submitted, foundPayout } = context;
    const other = { ...(await submitted()), payee: await newSeller() };
    expect((await bank.submit(other)).outcome).not.toBe("done");
    expect((await foundPayout(other)).outcome).not.toBe("done");
  },

  "a slot that is used refuses another key and is unchanged, also after a restart": async (context) => {
    const request = await context.submitted();
    const staysAsItIs = async ({ bank, newKey, foundPayout }: CaseContext) => {
      const second = { ...request, key: newKey(), amount: 20_000 };
      expect(await bank.submit(second)).toMatchObject({ outcome: "refused" });
      expect(await foundPayout(request)).toMatchObject(taken(request));
    };
    await staysAsItIs(context);
    await staysAsItIs(await context.reopen());
  },

  "two keys for one slot at once: one of them": async ({ bank, newSeller, payout, foundPayout, newKey }) => {
    const one = payout(await newSeller());
    const other = { ...one, key: newKey(), amount: 20_000 };
    const outcomes = (await Promise.all([bank.submit(one), bank.submit(other)])).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(["done", "refused"]);
    expect(await foundPayout(one)).toMatchObject(taken(outcomes[0] === "done" ? one : other));
  },

  "refuses a seller of another merchant, and one that is not registered": async (context) => {
    const { bank, newSeller, payout, newKey, otherTenant } = context;
    const foreign = await newSeller(otherTenant);
    expect(await bank.submit(payout(foreign))).toMatchObject({ outcome: "refused" });
    const unheardOf = { type: "SELLER", externalSellerId: newKey() } as const;
    expect(await bank.submit(payout(unheardOf))).toMatchObject({ outcome: "refused" });
  },
};

export const payoutLookUpCases: Cases = {
  "says not-found of a slot that was never used, and leaves it free to be": async (context) => {
    const { bank, newSeller, payout, foundPayout } = context;
    const request = payout(await newSeller());
    expect(await foundPayout(request)).toEqual({ outcome: "not-found" });
    expect(await bank.submit(request)).toMatchObject({ outcome: "done" });
  },

  "keeps slots apart: by seller, by day, the merchant from its sellers": async (context) => {
    const { bank, newSeller, payout, foundPayout, payoutDate } = context;
    const [paid, unpaid] = [await newSeller(), await newSeller()];
    await bank.submit(payout(paid));
    for (const slot of [
      { payee: unpaid, payoutDate },
      { payee: { type: "MERCHANT" }, payoutDate },
      { payee: paid, payoutDate: dayAfter(payoutDate) },
    ] as const) {
      expect([slot, await foundPayout(slot)]).toEqual([slot, { outcome: "not-found" }]);
    }
    const second = payout(unpaid, { amount: 20_000 });
    expect(await bank.submit(second)).toMatchObject({ outcome: "done" });
    expect(await foundPayout(second)).toMatchObject(taken(second));
    expect(await foundPayout({ payee: paid, payoutDate })).toMatchObject({ value: { amount: 10_000 } });
  },

  "keeps merchants apart, each with its own slots": async ({ bank, submitted, payout, foundPayout, otherTenant }) => {
    const own = payout({ type: "MERCHANT" });
    await bank.submit(own);
    for (const slot of [await submitted(), own]) {
      expect(await foundPayout({ ...slot, tenant: otherTenant })).toEqual({ outcome: "not-found" });
    }
    const others = payout({ type: "MERCHANT" }, { tenant: otherTenant, amount: 20_000 });
    expect(await bank.submit(others)).toMatchObject({ outcome: "done" });
    for (const slot of [own, others]) expect(await foundPayout(slot)).toMatchObject(taken(slot));
  },

  "says in the end that it was paid, on the payout date, by the bank's clock": async ({ submitted, whenPaid, now }) => {
    const submittedAt = now();
    const request = await submitted();
    const { key, amount, at } = await whenPaid(request);
    expect([key, amount, dayInSeoul(at)]).toEqual([request.key, request.amount, request.payoutDate]);
    expect(at).toBeGreaterThanOrEqual(submittedAt - clocksDifferByMs);
    expect(at).toBeLessThanOrEqual(now() + clocksDifferByMs);
  },
};
