import { allPages, type Payments } from "wonflow";

import type { Marketplace } from "./marketplace.ts";
import { owedBy, payoutsTo, statementOf, type Books } from "./statement.ts";

/** Reads everything that statements are made from. */
export async function readBooks({ payments, tenant, orders }: Marketplace): Promise<Books> {
  // Payouts come first: one that is made while the rest is read is noticed by its number, see below.
  const payouts = await allPages((page) => payments.payouts.list(tenant, page));
  const entries = await allPages((page) => payments.ledger.list(tenant, page));
  const always = { from: "2000-01-01", to: "9999-12-30" };
  const settlements = await allPages((page) => payments.settlements.list(tenant, { ...always, ...page }));
  return { orderOf: orders.find, settlements, payouts, entries };
}

/**
 * Pays every seller what it is owed. It may be repeated after a crash, run by two processes at once, or by one that
 * was paused while another one paid: no seller is paid twice.
 *
 * Nothing is kept of it here. The amounts owed are read from Wonflow's books each time, and a payout's refPayoutId is
 * derived: the next number of the seller's own payouts. A process with an older view of them asks for a number
 * that is taken, and is refused as a whole (DUPLICATE_REF_PAYOUT_ID), or, having asked for just the same, gets the
 * batch that is there.
 */
export async function payday(market: Marketplace): ReturnType<Payments["payouts"]["createBatch"]> {
  const { payments, tenant, sellers } = market;
  const books = await readBooks(market);
  const items = sellers
    .map((seller) => ({
      refPayoutId: `${seller.ref}.${payoutsTo(seller.id, books.payouts).length + 1}`,
      destination: seller.id,
      amount: { currency: "KRW", value: owedBy(statementOf(seller, books)) } as const,
    }))
    .filter(({ amount }) => amount.value > 0);
  const nothing = { isNew: false, payouts: { hasMore: false, size: 0, nextCursor: null, items: [] } };
  return items.length === 0 ? { ok: true, value: nothing } : payments.payouts.createBatch(tenant, items);
}
