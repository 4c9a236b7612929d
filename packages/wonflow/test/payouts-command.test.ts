import { expect, test } from "vitest";

import { run } from "./command.ts";
import { newDatabase } from "./new-database.ts";

test("wonflow payouts, attempts and reconcile: what there is, and what is refused in words", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32), WONFLOW_SANDBOX: "on" };
  const tenant = ["--mid", "7", "--mode", "test"];
  const text = async (...args: readonly string[]) => {
    const [exitCode, output] = await run(args, environment);
    return [exitCode, output.trim()];
  };
  const ask = async (...args: readonly string[]) => {
    const [code, output] = await text(...args, ...tenant, "--json");
    return [code, JSON.parse(String(output))];
  };
  await ask("merchants", "set", "--name", "Corner Shop", "--fee-rate", "3.3");

  expect(await ask("payouts", "list")).toEqual([0, { payouts: [], hasMore: false }]);
  expect(await text("payouts", "list", ...tenant)).toEqual([0, "There are no payouts."]);
  expect(await ask("payouts", "list", "--from", "2026-11-31")).toEqual([
    2,
    { error: "from must be a day of the calendar, YYYY-MM-DD" },
  ]);
  const evidence = ["--outcome", "not-done", "--note", "statement"];
  expect(await ask("payouts", "resolve", "--id", "payout_x", ...evidence)).toEqual([
    2,
    { error: "merchant 7 has no payout payout_x in test mode" },
  ]);
  expect(await ask("attempts", "resolve", "--key", "approval-x", ...evidence)).toEqual([
    2,
    { error: "merchant 7 has no attempt approval-x in test mode" },
  ]);
  expect(await ask("attempts", "resolve", "--key", "approval-x", "--outcome", "maybe", "--note", "n")).toEqual([
    2,
    { error: "--outcome must be done, not-done, canceled or charged-back" },
  ]);
  expect(await ask("attempts", "list")).toEqual([0, { attempts: [] }]);

  expect(await ask("payouts", "account")).toEqual([2, { error: "merchant 7 has no account of its own in test mode" }]);
  expect(await ask("payouts", "account", "--bank-code", "088")).toEqual([
    2,
    { error: "--bank-code, --account-number and --holder go together" },
  ]);
  const given = ["--bank-code", "088", "--account-number", "110-987-654321", "--holder", "가게"];
  const account = { bankCode: "088", accountNumber: "********4321", holderName: "가게" };
  expect(await ask("payouts", "account", ...given, "--daily", "off")).toEqual([0, { account, daily: false }]);
  expect(await text("payouts", "account", ...tenant)).toEqual([
    0,
    "088 ********4321 가게\nThere is no daily transfer.",
  ]);

  expect(await text("reconcile", ...tenant, "--day", "2026-11-20")).toEqual([
    0,
    "2026-11-20: 0 payments and 0 payouts compared. All records agree.",
  ]);
  expect(await ask("reconcile", "--day", "2999-01-01")).toEqual([2, { error: "day must be over" }]);
  expect(await text("reconcile", "--mid", "7", "--mode", "live", "--day", "2026-11-20")).toEqual([
    2,
    "wonflow: no live gateway is set: a program with one of its own calls payments.reconcile",
  ]);
});
