import type { Account, Balances, ChangeSet, Entry, Posting, TenantId } from "@wonflow/core";
import { accountNames, credit, debit, emptyBalances } from "@wonflow/core";
import { expect } from "vitest";
import { belowFloor, committed, together, transfer, type Cases } from "./case-context.ts";

function moved(from: Account, to: Account, won: number): readonly Posting[] {
  return [debit(from, won), credit(to, won)];
}

/** Zero unless money was made or lost. */
function trialBalance({ receivable, bank, pending, available, reserved, fee, vat }: Balances): number {
  return receivable + bank - pending - available - reserved - fee - vat;
}

function entryOf({ id, at, reference, postings }: ChangeSet): Entry {
  return { commitId: id, at, reference, postings };
}

export const ledgerCases: Cases = {
  "a tenant without postings has a balance of zero on every account": async (context) => {
    const { balances } = await context.store.read(context.tenant, { keys: [], accounts: accountNames });
    expect(balances).toEqual(emptyBalances);
    for (const balance of Object.values(balances)) expect(Object.is(balance, 0)).toBe(true);
  },

  "each balance has the sign of its normal side": async (context) => {
    const approval = [debit("receivable", 1_000), credit("pending", 964), credit("fee", 33), credit("vat", 3)];
    const received = [debit("bank", 1_000), credit("receivable", 1_000), ...moved("pending", "available", 964)];
    const reservation = moved("available", "reserved", 900);
    for (const postings of [approval, received, reservation])
      expect(await context.commit({ postings })).toEqual(committed);
    const expected = { receivable: 0, bank: 1_000, pending: 0, available: 64, reserved: 900, fee: 33, vat: 3 };
    expect(await context.balances()).toEqual(expected);
  },

  "several postings to one account are summed, and kept as they were": async (context) => {
    const postings = [credit("fee", 5), debit("bank", 7), credit("fee", 2), debit("vat", 0)];
    expect(await context.commit({ postings })).toEqual(committed);
    expect(await context.balances()).toEqual({ ...emptyBalances, bank: 7, fee: 7 });
    expect((await context.store.entries(context.tenant, "r"))[0]?.postings).toEqual(postings);
  },

  "a balance without a floor may be negative": async (context) => {
    expect(await context.commit({ postings: transfer(-300) })).toEqual(committed);
    expect(await context.balances()).toEqual({ ...emptyBalances, bank: -300, available: -300 });
    expect(await context.commit({ postings: transfer(300) })).toEqual(committed);
    const balances = await context.balances();
    expect(Object.is(balances.available, 0)).toBe(true);
  },

  "a floor holds when the balance ends exactly at it, and not one won below": async (context) => {
    await context.deposit(1_000);
    const floors = [{ account: "available", min: 400 }] as const;
    expect(await context.commit({ postings: transfer(-601), floors })).toEqual(belowFloor("available"));
    expect(await context.commit({ postings: transfer(-600), floors })).toEqual(committed);
    expect(await context.commit({ postings: transfer(-1), floors })).toEqual(belowFloor("available"));
    expect((await context.balances()).available).toBe(400);
  },

  "a floor counts on the normal side of a debit account too, and may be negative": async (context) => {
    await context.deposit(100);
    const floors = [{ account: "bank", min: -50 }] as const;
    expect(await context.commit({ postings: transfer(-151), floors })).toEqual(belowFloor("bank"));
    expect(await context.commit({ postings: transfer(-150), floors })).toEqual(committed);
  },

  "a floor on an account without postings in the change set is checked": async (context) => {
    const floors = [{ account: "reserved", min: 1 }] as const;
    expect(await context.commit({ postings: transfer(10), floors })).toEqual(belowFloor("reserved"));
    expect(await context.commit({ floors })).toEqual(belowFloor("reserved"));
    expect(await context.commit({ floors: [{ account: "reserved", min: 0 }] })).toEqual(committed);
    expect(await context.balances()).toEqual(emptyBalances);
  },

  "of several floors the first that does not hold is named": async (context) => {
    await context.deposit(100);
    const available = { account: "available", min: 101 } as const;
    const reserved = { account: "reserved", min: 1 } as const;
    const held = { account: "bank", min: 0 } as const;
    expect(await context.commit({ floors: [held, available, reserved] })).toEqual(belowFloor("available"));
    expect(await context.commit({ floors: [reserved, available] })).toEqual(belowFloor("reserved"));
  },

  "one commit id in two tenants is two commits, each with its own postings": async (context) => {
    const ours = context.changeSet({ postings: transfer(100) });
    const theirs = { ...ours, tenant: context.otherTenant, postings: transfer(200) };
    for (const changeSet of [ours, theirs]) expect(await context.store.commit(changeSet)).toEqual(committed);
    const booked = async (tenant: TenantId) =>
      (await context.store.entries(tenant, "r")).map(({ postings }) => postings);
    expect(await booked(context.tenant)).toEqual([transfer(100)]);
    expect(await booked(context.otherTenant)).toEqual([transfer(200)]);
    expect(await context.store.listEntries(context.tenant, { after: ours.id, limit: 9 })).toEqual([]);
  },

  "amounts near 2^53 are exact, and a balance beyond is refused": async (context) => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(await context.commit({ postings: transfer(most) })).toEqual(committed);
    expect(await context.commit({ postings: transfer(-1) })).toEqual(committed);
    expect((await context.balances()).available).toBe(most - 1);
    const sight = await context.look([]);
    await expect(context.commit({ postings: transfer(2) })).rejects.toThrow(RangeError);
    await expect(context.commit({ postings: transfer(most) })).rejects.toThrow(RangeError);
    expect(await context.look([])).toEqual(sight);
    expect(sight.entries.map((entry) => entry.postings[0]?.amount)).toEqual([most, -1]);
  },

  "entries of a reference come in the order of booking, whole, and no others": async (context) => {
    const first = context.changeSet({ at: 50, postings: transfer(1) });
    const second = context.changeSet({ at: 20, postings: transfer(2) });
    const elsewhere = context.changeSet({ reference: "r2", postings: transfer(3) });
    const without = context.changeSet({ at: 30 });
    for (const changeSet of [first, elsewhere, without, second]) await context.store.commit(changeSet);
    expect(await context.store.entries(context.tenant, "r")).toEqual([first, second].map(entryOf));
    expect(await context.store.entries(context.tenant, "R")).toEqual([]);
  },

  "all entries of a tenant are listed page by page, whole and in the order of booking": async (context) => {
    const booked = [1, 2, 3, 4, 5].map((won) =>
      context.changeSet({ reference: `r${won % 2}`, postings: transfer(won) }),
    );
    for (const changeSet of booked) await context.store.commit(changeSet);
    await context.commit({});
    const { store, tenant } = context;
    const all = booked.map(entryOf);
    expect(await store.listEntries(tenant, { limit: 10 })).toEqual(all);
    const first = await store.listEntries(tenant, { limit: 2 });
    expect(first).toEqual(all.slice(0, 2));
    const after = first.at(-1)?.commitId ?? "";
    expect(await store.listEntries(tenant, { after, limit: 2 })).toEqual(all.slice(2, 4));
    expect(await store.listEntries(tenant, { after: booked[4]?.id ?? "", limit: 2 })).toEqual([]);
    expect(await store.listEntries(tenant, { after: "there is none", limit: 2 })).toEqual([]);
    expect(await store.listEntries(context.otherTenant, { limit: 10 })).toEqual([]);
  },

  "postings are summed by account, beside the balances": async (context) => {
    const { store, tenant } = context;
    expect(await store.sumPostings(tenant)).toEqual({ balances: emptyBalances, sums: emptyBalances });
    await context.commit({ postings: [debit("receivable", 1_000), credit("pending", 964), credit("fee", 36)] });
    await context.commit({ postings: moved("pending", "available", 1_000) });
    const expected = { ...emptyBalances, receivable: 1_000, pending: -36, available: 1_000, fee: 36 };
    expect(await store.sumPostings(tenant)).toEqual({ balances: expected, sums: expected });
    expect(await store.sumPostings(context.otherTenant)).toEqual({ balances: emptyBalances, sums: emptyBalances });
  },

  "references may be odd texts": async (context) => {
    const reference = `영수증 😀 '"\\ ${"가".repeat(300)}`;
    expect(await context.commit({ reference, postings: transfer(1) })).toEqual(committed);
    expect(await context.store.entries(context.tenant, reference)).toMatchObject([{ reference }]);
  },

  "balances are one snapshot: at every moment debits equal credits": async (context) => {
    const booking = together(30, (index) => context.commit({ postings: transfer(index + 1) }));
    await together(4, async () => {
      for (let round = 0; round < 10; round += 1) expect(trialBalance(await context.balances())).toBe(0);
    });
    await booking;
    expect((await context.balances()).available).toBe((30 * 31) / 2);
  },
};
