import { expect, test } from "vitest";

import { nicePayments } from "./nice-payments.ts";

const options = { url: "https://gateway.example", accountsOf: () => [] };

test.each([0, -1, Number.NaN])("a gateway without tombstones can't settle within %s ms", (settlesWithinMs) => {
  expect(() => nicePayments({ ...options, settlesWithinMs })).toThrow(
    new RangeError("settlesWithinMs must be at least 1: the provider has no tombstones"),
  );
});

test("it settles within a quarter of an hour unless it is told otherwise", () => {
  expect(
    [nicePayments(options), nicePayments({ ...options, settlesWithinMs: 1 })].map((each) => each.settlesWithinMs),
  ).toEqual([900_000, 1]);
});
