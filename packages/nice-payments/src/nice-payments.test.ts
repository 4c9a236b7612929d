import { expect, test } from "vitest";

import { nicePayments } from "./nice-payments.ts";

const options = { url: "https://gateway.example", accountsOf: () => [] };

test.each([0, -1, Number.NaN])("a call can't be final %s ms after its deadline", (settlesWithinMs) => {
  expect(() => nicePayments({ ...options, settlesWithinMs })).toThrow(
    new RangeError("settlesWithinMs must be at least 1: NICE may still process a call after its deadline"),
  );
});

test("it settles within a quarter of an hour by default", () => {
  expect(
    [nicePayments(options), nicePayments({ ...options, settlesWithinMs: 1 })].map((each) => each.settlesWithinMs),
  ).toEqual([900_000, 1]);
});
