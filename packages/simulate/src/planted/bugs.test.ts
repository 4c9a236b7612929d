import type { PayoutRecord } from "@wonflow/sandbox";
import { expect, test } from "vitest";
import type { Observed } from "../observation/observed.ts";
import { invariantNames, invariants } from "../parts.ts";
import { plantedBugs } from "./bugs.ts";
import { wrongDecisions } from "./wrong-decisions.ts";

/** The sandbox bank pays a payee once a day whatever is requested, so no bug of the service can break this one. */
const brokenBelow = "paid at most once";

const broken = new Set([...plantedBugs, ...wrongDecisions].flatMap(({ breaks }) => breaks));

test("every invariant is broken by a planted bug or a wrong decision", () => {
  expect(invariantNames.filter((name) => !broken.has(name))).toEqual([brokenBelow]);
});

test("what a planted bug breaks is an invariant", () => {
  expect([...broken].filter((name) => !invariantNames.includes(name))).toEqual([]);
});

test("a bank that pays a payee twice for a day is seen", () => {
  const invariant = invariants.find(({ name }) => name === brokenBelow);
  const paid = (key: string) => ({
    tenant: "7:test",
    key,
    payee: { type: "MERCHANT" },
    payoutDate: "2026-11-20",
    steps: [{ status: "PAID", at: 1 }],
  });
  const problemOf = (...records: unknown[]) => {
    const payoutBank = { records: () => records as readonly PayoutRecord[] };
    return invariant?.always?.({ providers: { payoutBank } } as unknown as Observed);
  };
  expect(problemOf(paid("payout.1"))).toBeUndefined();
  expect(problemOf(paid("payout.1"), paid("payout.2"))).toContain("is paid twice: payout.1, payout.2");
});
