import { dayInSeoul } from "@wonflow/core";
import { expect } from "vitest";
import { dayAfter, type Cases } from "./case-context.ts";

export const payoutCases: Cases = {
  "takes a payout, and has it on record under its slot with key, amount and status, also after a restart": async ({
    bank,
    newSeller,
    payout,
    foundPayout,
    reopen,
  }) => {
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

  "pays the merchant itself, to the account it is told": async ({ bank, payout, foundPayout }) => {
    const request = payout({ type: "MERCHANT" });
    const { key, amount } = request;
    expect(await bank.submit(request)).toMatchObject({ outcome: "done", value: { key, amount } });
    expect(await foundPayout(request)).toMatchObject({ outcome: "done", value: { key, amount } });
  },

  "called again, answers what came of the first call, also after a restart": async ({
    bank,
    newSeller,
    payout,
    reopen,
  }) => {
    const request = payout(await newSeller());
    const { key, amount } = request;
    const same = { outcome: "done", value: { key, amount } };
    expect(await bank.submit(request)).toMatchObject(same);
    expect(await bank.submit(request)).toMatchObject(same);
    const later = await reopen();
    expect(await later.bank.submit(request)).toMatchObject(same);
  },

  "called again with another amount, does not pay that": async ({ bank, newSeller, payout, foundPayout }) => {
    const request = payout(await newSeller());
    const { key, amount } = request;
    await bank.submit(request);
    const answer = await bank.submit({ ...request, amount: 20_000 });
    // A refusal would wrongly say that nothing is paid under this key.
    if (answer.outcome === "done") expect(answer).toMatchObject({ value: { key, amount } });
    else expect(answer.outcome).toBe("unknown");
    expect(await foundPayout(request)).toMatchObject({ outcome: "done", value: { key, amount } });
  },

  "called again with another slot under the same key, does not pay that too": async ({
    bank,
    newSeller,
    payout,
    foundPayout,
  }) => {
    const request = payout(await newSeller());
    await bank.submit(request);
    const other = { ...request, payee: await newSeller() };
    expect((await bank.submit(other)).outcome).not.toBe("done");
    expect((await foundPayout(other)).outcome).not.toBe("done");
  },

  "a slot that is used refuses another key, and stays as it is, also after a restart": async ({
    bank,
    newSeller,
    payout,
    foundPayout,
    newKey,
    reopen,
  }) => {
    const request = payout(await newSeller());
    const { key, amount } = request;
    await bank.submit(request);
    const second = { ...request, key: newKey(), amount: 20_000 };
    expect(await bank.submit(second)).toMatchObject({ outcome: "refused" });
    expect(await foundPayout(request)).toMatchObject({ outcome: "done", value: { key, amount } });
    const later = await reopen();
    expect(await later.bank.submit({ ...request, key: newKey() })).toMatchObject({ outcome: "refused" });
    expect(await later.foundPayout(request)).toMatchObject({ outcome: "done", value: { key, amount } });
  },

  "two keys for one slot at once: one of them": async ({ bank, newSeller, payout, foundPayout, newKey }) => {
    const one = payout(await newSeller());
    const other = { ...one, key: newKey(), amount: 20_000 };
    const outcomes = (await Promise.all([bank.submit(one), bank.submit(other)])).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(["done", "refused"]);
    const { key, amount } = outcomes[0] === "done" ? one : other;
    expect(await foundPayout(one)).toMatchObject({ outcome: "done", value: { key, amount } });
  },

  "refuses a seller of another merchant, and one that nobody registered": async ({
    bank,
    newSeller,
    payout,
    newKey,
    otherTenant,
  }) => {
    const foreign = await newSeller(otherTenant);
    expect(await bank.submit(payout(foreign))).toMatchObject({ outcome: "refused" });
    const unheardOf = { type: "SELLER", externalSellerId: newKey() } as const;
    expect(await bank.submit(payout(unheardOf))).toMatchObject({ outcome: "refused" });
  },
};

export const payoutLookUpCases: Cases = {
  "says not-found of a slot that was never used, and leaves it free to be": async ({
    bank,
    newSeller,
    payout,
    foundPayout,
  }) => {
    const request = payout(await newSeller());
    expect(await foundPayout(request)).toEqual({ outcome: "not-found" });
    expect(await bank.submit(request)).toMatchObject({ outcome: "done" });
  },

  "tells slots apart: by seller, by day, the merchant from its sellers": async ({
    bank,
    newSeller,
    payout,
    foundPayout,
    payoutDate,
  }) => {
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
    expect(await foundPayout(second)).toMatchObject({ value: { key: second.key, amount: 20_000 } });
    expect(await foundPayout({ payee: paid, payoutDate })).toMatchObject({ value: { amount: 10_000 } });
  },

  "tells merchants apart, each with its own slots": async ({ bank, newSeller, payout, foundPayout, otherTenant }) => {
    const seller = payout(await newSeller());
    const own = payout({ type: "MERCHANT" });
    await bank.submit(seller);
    await bank.submit(own);
    for (const slot of [seller, own]) {
      expect(await foundPayout({ ...slot, tenant: otherTenant })).toEqual({ outcome: "not-found" });
    }
    const others = payout({ type: "MERCHANT" }, { tenant: otherTenant, amount: 20_000 });
    expect(await bank.submit(others)).toMatchObject({ outcome: "done" });
    expect(await foundPayout(others)).toMatchObject({ value: { key: others.key, amount: 20_000 } });
    expect(await foundPayout(own)).toMatchObject({ value: { key: own.key, amount: 10_000 } });
  },

  "says in the end that it was paid, on the payout date": async ({ bank, newSeller, payout, whenPaid }) => {
    const request = payout(await newSeller());
    await bank.submit(request);
    const { key, amount, at } = await whenPaid(request);
    expect([key, amount, dayInSeoul(at)]).toEqual([request.key, request.amount, request.payoutDate]);
  },
};
