// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { answersTo } from "./answers.ts";
import { resolvingOf, type Difference } from "./difference.ts";

const shown = (kind: string) => answersTo(kind).map(({ outcome, notHere }) => [outcome, notHere === undefined]);

test("an approval has three answers, the third of which waits until it is done; other calls have two", () => {
  expect(shown("approval")).toEqual([
    ["done", true],
    ["not-done", true],
    ["canceled", false],
  ]);
  for (const kind of ["cancellation", "reversal", "payout", "registration", "one that comes later"]) {
    expect(shown(kind)).toEqual([
      ["done", true],
      ["not-done", true],
    ]);
  }
});

const difference: Difference = {
  about: "payment",
  kind: "given-back",
  reference: "key",
  ledger: 10_000,
  provider: 6_000,
  statement: null,
  attempt: { key: "approval-key-2", givenBack: 4_000 },
  action: "",
};

test.each<[string, Partial<Difference>, unknown]>([
  [
    "a refund is recorded on its approval",
    {},
    ["attempts/approval-key-2/resolve", ["canceled", "charged-back"], 4_000],
  ],
  [
    "an approval that only the gateway has is undone",
    { kind: "only-theirs", attempt: { key: "approval-key", givenBack: null } },
    ["attempts/approval-key/resolve", ["done"], null],
  ],
  [
    "a payout is resolved by its id",
    { about: "payout", kind: "only-theirs", reference: "payout_1", attempt: null },
    ["payouts/payout_1/resolve", ["done", "not-done"], null],
  ],
  ["another amount is for the gateway to explain", { kind: "amount", attempt: null }, undefined],
  ["unassigned money is for the bank to explain", { about: "movement", kind: "only-theirs", attempt: null }, undefined],
])("%s", (_what, changes, expected) => {
  const resolving = resolvingOf({ ...difference, ...changes });
  expect(resolving && [resolving.path, resolving.answers.map(({ outcome }) => outcome), resolving.amount]).toEqual(
    expected,
  );
});
