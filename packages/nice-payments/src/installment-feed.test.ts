import { startNiceEmulator, type NiceFault } from "@wonflow/nice-emulator";
import { fakeClock } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";

import { accounts } from "../test/fixture.ts";
import { niceInstallmentFeed } from "./installment-feed.ts";

const account = accounts["1:test"];

async function opened(given = [account]) {
  const clock = fakeClock(Date.parse("2026-11-25T14:00:00+09:00"));
  const emulator = await startNiceEmulator({ accounts: [account], clock });
  onTestFinished(() => emulator.close());
  return { emulator, feed: niceInstallmentFeed({ url: emulator.url, accounts: () => given, clock }) };
}

test("the months are read in the form of PG_B, by Wonflow's codes", async () => {
  const { feed, emulator } = await opened();
  const eventToDate = "2026-12-15";
  const free = (minAmt: number, installment: string, maxAmt = 0) => ({ minAmt, maxAmt, installment, eventToDate });
  expect(JSON.parse((await feed.read()) ?? "")).toEqual({
    period: { startDate: "2026-11-25", endDate: eventToDate },
    cards: {
      "31": [free(50_000, "02:03")],
      // Two codes of the provider are one company.
      "21": [free(50_000, "02:03"), free(100_000, "04:05", 999_999)],
      "41": [free(50_000, "02:03:07:08"), free(200_000, "02:03:07:08:14")],
    },
  });
  const [asked] = emulator.arrived();
  expect(asked?.path).toMatch(/^\/v1\/card\/interest-free\?useAuth=false&ediDate=[^&]+&signData=[0-9a-f]{64}$/);
  expect(asked?.path).not.toContain(account.secretKey);
});

const faults: readonly NiceFault[] = ["html", "truncated", "wrong-signature", "error-inside", { says: "U304" }];

test.each(faults)("%j is an error, without a secret in its message", async (fault) => {
  const { feed, emulator } = await opened();
  emulator.breakNext("interest", fault);
  const reply = await feed.read().catch((error: unknown) => error);
  expect(reply).toBeInstanceOf(Error);
  expect(String(reply)).toMatch(/^Error: the months can't be read: /);
  expect(String(reply)).not.toContain(account.secretKey);
});

test.each(["A119", "A120", "U109", "A303"] as const)("%s says that there are no offers for this shop", async (says) => {
  const { feed, emulator } = await opened();
  emulator.breakNext("interest", { says });
  expect(await feed.read()).toBeNull();
});

test("without an account there is no feed", async () => {
  await expect((await opened([])).feed.read()).rejects.toThrow("there is no account at the provider");
});
