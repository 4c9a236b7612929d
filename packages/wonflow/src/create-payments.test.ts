import { expect, test } from "vitest";

import { createPayments, memoryStore, sandboxCardNetwork, sandboxPayoutBank, type PaymentsOptions } from "./index.ts";

test("what a program without types forgets is said at once, and not by the first payment", async () => {
  const parts = { store: memoryStore(), cardNetworks: {}, secret: "a secret of 32 characters at least" };
  const problemWith = (wrong: object) => {
    try {
      createPayments({ ...parts, ...wrong } as PaymentsOptions);
      return undefined;
    } catch (error) {
      return String(error);
    }
  };
  expect(problemWith({})).toBeUndefined();
  expect(problemWith({ secret: undefined })).toMatch(/^TypeError: createPayments needs a secret: at least 32/);
  expect(problemWith({ secret: "short" })).toMatch(/^RangeError: /);
  expect(problemWith({ store: Promise.resolve(memoryStore()) })).toMatch(/: store is still a promise: await it/);
  expect(problemWith({ cardNetworks: { test: sandboxCardNetwork() } })).toMatch(
    /: cardNetworks.test is still a promise/,
  );
  expect(problemWith({ payoutBanks: { test: sandboxPayoutBank() } })).toMatch(/: payoutBanks.test is still a promise/);
});
