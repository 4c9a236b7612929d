import {
  type Account,
  accountNames,
  type Balances,
  emptyBalances,
  type Entry,
  normalDelta,
  type TenantId,
  dayInSeoul,
  tallyNames,
  type Tally,
  type TallyName,
} from "@wonflow/core";
import { type Intent, type Settlement, undated } from "@wonflow/core/internal";
import { balances, balancesByReference, bookedFor, imbalanceOf, openingReference } from "../observation/balances.ts";
import { firstProblem, type Invariant, type Projection } from "../observation/invariant.ts";
import { type Committed, createStands, type Stands } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { arrivedAt, commitsSoFar, intents, sharesOf } from "../payment/records.ts";
import { payoutEntries } from "../payout/records.ts";
import { settlements, settledLine } from "../settlement/records.ts";

/** After the settlement a cancellation is deducted from the available balance. */
function expectedOf(intent: Committed<Intent>, observed: Observed): Balances {
  const { tenant, intentKey, approvedAt, totalAmount, canceledAmount, excessAmount, feeRate } = intent;
  if (approvedAt === null || feeRate === null) return emptyBalances;
  const remaining = totalAmount - canceledAmount;
  const { fee, vat, net } = sharesOf(remaining, feeRate);
  const line = settledLine(observed, tenant, intentKey);
  const pending = line === undefined ? net : sharesOf(line.transactionAmount, feeRate).net;
  // The excess of chargebacks is deducted from the available balance, whether the payment is settled or not.
  const available = net - pending - excessAmount;
  return { ...emptyBalances, receivable: remaining - excessAmount, fee, vat, pending, available };
}

/** Cancellations were deducted from the available balance before. */
function expectedOfSettlement({ lines }: Settlement): Balances {
  const funding = lines.reduce((total, { transactionAmount }) => total + transactionAmount, 0);
  const moved = lines.reduce((total, { transactionAmount, net }) => total + (transactionAmount > 0 ? net : 0), 0);
  return { ...emptyBalances, pending: -moved, available: moved, bank: funding, receivable: -funding };
}

function firstDifference(booked: Balances, expected: Balances): string | undefined {
  const wrong = accountNames.find((account) => booked[account] !== expected[account]);
  return wrong && `account ${wrong} holds ${booked[wrong]} won; it should hold ${expected[wrong]}`;
}

const ledgerFollowsPayments: Invariant = {
  name: "the ledger follows the payments",
  always(observed) {
    const expected = new Map<TenantId, Record<Account, number>>();
    function problemOf(tenant: TenantId, reference: string, mine: Balances): string | undefined {
      const own = expected.get(tenant) ?? { ...emptyBalances };
      expected.set(tenant, own);
      for (const account of accountNames) own[account] += mine[account];
      return firstDifference(bookedFor(observed, tenant, reference), mine);
    }
    const ofPayment = firstProblem(observed.of(intents).values(), (intent) => {
      const difference = problemOf(intent.tenant, intent.intentKey, expectedOf(intent, observed));
      return difference && `payment ${intent.intentKey}: ${difference}`;
    });
    if (ofPayment !== undefined) return ofPayment;
    const ofSettlement = firstProblem(observed.of(settlements).values(), (settlement) => {
      const { tenant, settlementId } = settlement;
      const difference = problemOf(tenant, settlementId, expectedOfSettlement(settlement));
      return difference && `settlement ${settlementId}: ${difference}`;
    });
    if (ofSettlement !== undefined) return ofSettlement;
    const ofPayout = firstProblem(payoutEntries(observed), ({ tenant, reference, balances: mine }) => {
      const difference = problemOf(tenant, reference, mine);
      return difference && `payout ${reference}: ${difference}`;
    });
    if (ofPayout !== undefined) return ofPayout;
    for (const [tenant] of observed.of(balances)) {
      problemOf(tenant, openingReference, bookedFor(observed, tenant, openingReference));
    }
    return firstProblem(expected, ([tenant, own]) => {
      const booked = observed.of(balances).get(tenant) ?? emptyBalances;
      const imbalance = imbalanceOf(booked);
      if (imbalance !== 0) return `${tenant}: debits exceed credits by ${imbalance} won`;
      const difference = firstDifference(booked, own);
      return difference && `${tenant}: ${difference}`;
    });
  },
};

const storesOwnBooks: Invariant = {
  name: "the store's balances are the sums of its entries",
  async atEnd(observed) {
    const { store } = observed;
    const byReference = observed.of(balancesByReference);
    for (const [tenant, committed] of observed.of(balances)) {
      const { balances: own } = await store.read(tenant, { keys: [], accounts: accountNames });
      const references = [...byReference.keys()].filter((name) => name.startsWith(`${tenant} `));
      const all = { ...emptyBalances };
      for (const name of references) {
        const reference = name.slice(tenant.length + 1);
        const sums = sumsOf(await store.entries(tenant, reference));
        for (const account of accountNames) all[account] += sums[account];
        const known = byReference.get(name) ?? emptyBalances;
        const wrong = accountNames.find((account) => sums[account] !== known[account]);
        if (wrong !== undefined) return `${name}: the store's entries of ${wrong} are not those that were committed`;
      }
      const wrong = accountNames.find(
        (account) => own[account] !== all[account] || own[account] !== committed[account],
      );
      if (wrong !== undefined) {
        return `${tenant}: the store returns ${own[wrong]} won for ${wrong}, the sum of its entries is ${all[wrong]}`;
      }
    }
    return undefined;
  },
};

function sumsOf(entries: readonly Entry[]): Balances {
  const sums: Record<Account, number> = { ...emptyBalances };
  for (const { postings } of entries) for (const each of postings) sums[each.account] += normalDelta(each);
  return sums;
}

const shownBalances: Projection<Stands<string>> = {
  start: createStands,
  onCommit(stands, { tenant, postings }, observed) {
    if (postings.length === 0) return;
    const { pending = 0, available = 0 } = observed.of(balances).get(tenant) ?? {};
    stands.enter(tenant, textOf(pending, available), { now: observed.now, commits: commitsSoFar(observed) });
  },
};

function textOf(pending: number, available: number): string {
  return JSON.stringify([pending, available].map((value) => ({ currency: "KRW", value })));
}

const balancesFollowBooks: Invariant = {
  name: "balances follow the books",
  ofAnswer({ arrival, answer }, observed) {
    const { tenant, request } = arrival;
    if (answer.status >= 300 || !request.path.endsWith("/balances")) return undefined;
    const { commits } = arrivedAt(observed, arrival);
    const nothing = { record: textOf(0, 0), replaced: observed.of(shownBalances).of(tenant)[0]?.entered ?? Infinity };
    const stands = [nothing, ...observed.of(shownBalances).of(tenant)].filter(({ replaced }) => replaced > commits);
    const shown = JSON.stringify([answer.body["pendingAmount"], answer.body["availableAmount"]]);
    if (stands.some(({ record }) => record === shown)) return undefined;
    return `balances were answered as ${shown}; the books have ${stands.map(({ record }) => record).join(" or ")}`;
  },
};

type Counted = Pick<Tally, "amount" | "count">;

/** The payments of a merchant that a counter counts, by day. */
function countedOf(
  payments: readonly Committed<Intent>[],
  dayOf: (payment: Intent) => number | null,
): ReadonlyMap<string, Counted> {
  const days = new Map<string, Counted>();
  for (const payment of payments) {
    const at = dayOf(payment);
    if (at === null) continue;
    const { amount, count } = days.get(dayInSeoul(at)) ?? { amount: 0, count: 0 };
    days.set(dayInSeoul(at), { amount: amount + payment.totalAmount, count: count + 1 });
  }
  return days;
}

function differenceOf(name: TallyName, tallies: readonly Tally[], expected: ReadonlyMap<string, Counted>) {
  const own = new Map(tallies.filter((tally) => tally.name === name).map((tally) => [tally.day, tally]));
  return firstProblem(new Set([...own.keys(), ...expected.keys()]), (day) => {
    const [is, should] = [own.get(day), expected.get(day)];
    const isRight = is?.amount === should?.amount && is?.count === should?.count;
    return isRight
      ? undefined
      : `${name} of ${day} is ${countedText(is)}; by the payments it should be ${countedText(should)}`;
  });
}

function countedText(counted: Counted | undefined): string {
  return counted === undefined ? "nothing" : `${counted.count} with ${counted.amount} won`;
}

function sumOf(name: TallyName, tallies: readonly Tally[]): number {
  return tallies.filter((tally) => tally.name === name).reduce((sum, { amount }) => sum + amount, 0);
}

const countersFollowPayments: Invariant = {
  name: "daily counters follow payments and books",
  async atEnd(observed) {
    const byTenant = Map.groupBy(observed.of(intents).values(), ({ tenant }) => tenant);
    const tenants = new Set<TenantId>([...observed.of(balances).keys(), ...byTenant.keys()]);
    for (const tenant of tenants) {
      const asked = { names: tallyNames, from: "0000-01-01", to: undated };
      const tallies = await observed.store.tallies(tenant, asked);
      const own = byTenant.get(tenant) ?? [];
      const { pending, available } = observed.of(balances).get(tenant) ?? emptyBalances;
      const canceled = own.reduce(
        (sum, payment) => sum + (payment.approvedAt === null ? 0 : payment.canceledAmount + payment.excessAmount),
        0,
      );
      const sums: readonly [TallyName, number][] = [
        ["pending", pending],
        ["available", available],
        ["canceled", canceled],
      ];
      const problem =
        differenceOf(
          "paid",
          tallies,
          countedOf(own, ({ approvedAt }) => approvedAt),
        ) ??
        differenceOf(
          "refused",
          tallies,
          countedOf(own, ({ status, requestedAt }) => (status === "ABORTED" ? requestedAt : null)),
        ) ??
        firstProblem(sums, ([name, should]) => {
          const is = sumOf(name, tallies);
          return is === should ? undefined : `all days of ${name} come to ${is} won, and it should be ${should}`;
        });
      if (problem !== undefined) return `${tenant}: ${problem}`;
    }
    return undefined;
  },
};

export const part: Part = {
  projections: [balances, balancesByReference, shownBalances],
  invariants: [ledgerFollowsPayments, storesOwnBooks, balancesFollowBooks, countersFollowPayments],
};
