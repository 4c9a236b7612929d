import {
  dayInSeoul,
  emptyBalances,
  tallyNames,
  undated,
  type Tally,
  type TallyName,
  type TenantId,
} from "@wonflow/core";
import type { Intent } from "@wonflow/core/records";
import { balances } from "../observation/balances.ts";
import { firstProblem, type Invariant } from "../observation/invariant.ts";
import type { Committed } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { intents } from "../payment/records.ts";

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
    return isRight ? undefined : `${name} of ${day} is ${textOf(is)}; by the payments it should be ${textOf(should)}`;
  });
}

function textOf(counted: Counted | undefined): string {
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

export const part: Part = { invariants: [countersFollowPayments] };
