import { expect, test } from "vitest";

import { run } from "./command.ts";
import { newDatabase } from "./new-database.ts";
import { Client } from "pg";

test("wonflow audit reports each balance and counter that differs from its postings and records; wonflow calendar closes days", async () => {
  const DATABASE_URL = await newDatabase();
  const ask = async (...args: readonly string[]) => {
    const [exitCode, output] = await run([...args, "--json"], { DATABASE_URL, WONFLOW_SECRET: "s".repeat(32) });
    return [exitCode, JSON.parse(output)];
  };
  const merchant = ["--mid", "7", "--mode", "test"];
  await ask("merchants", "set", ...merchant, "--name", "Corner Shop", "--fee-rate", "3.3");
  expect(await ask("audit")).toMatchObject([
    0,
    { merchants: [{ mId: 7, mode: "test", differences: [], counters: { differences: [], moving: [] } }] },
  ]);
  expect(await ask("audit", "--mid", "77", "--mode", "test")).toEqual([
    2,
    { error: "merchant 77 is not registered in test mode" },
  ]);
  expect(await ask("audit", "--mid", "7")).toEqual([2, { error: "--mid and --mode go together" }]);

  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query("insert into wonflow.accounts (tenant, account, balance) values ('7:test', 'available', -5)");
  await client.query("insert into wonflow.tallies values ('7:test', 'paid', '2026-11-20', 500, 1)");
  await client.end();
  const differences = [{ account: "available", balance: 5, postings: 0 }];
  const [counted, recounted] = [
    { amount: 500, count: 1 },
    { amount: 0, count: 0 },
  ];
  const counters = { differences: [{ name: "paid", day: "2026-11-20", counted, recounted }] };
  expect(await ask("audit", ...merchant)).toMatchObject([1, { merchants: [{ differences, counters }] }]);
  const [exitCode, text] = await run(["audit", ...merchant, "--correct-counters"], {
    DATABASE_URL,
    WONFLOW_SECRET: "s".repeat(32),
  });
  expect(exitCode).toBe(1);
  expect(text).toMatch(/available +5 +0/);
  expect(text).toMatch(/paid +2026-11-20 +500 +0 +1 +0 +corrected/);
  expect(text).not.toContain("more than once");
  expect(await ask("audit", ...merchant)).toMatchObject([1, { merchants: [{ counters: { differences: [] } }] }]);

  expect(await ask("calendar", "close", "2027-01-04")).toEqual([0, { days: ["2027-01-04"] }]);
  expect(await ask("calendar", "show")).toEqual([
    0,
    { days: ["2027-01-04"], lastDay: expect.stringMatching(/-12-31$/) },
  ]);
  expect(await ask("calendar", "close", "2027-02-30")).toEqual([
    2,
    { error: "day must be a day of the calendar, YYYY-MM-DD" },
  ]);
  expect(await ask("calendar", "reopen", "2027-01-04")).toEqual([0, { days: [] }]);
});

test("wonflow audit ends with 1 for a wrong counter until it is corrected with a flag, and then with 0", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const merchant = ["--mid", "7", "--mode", "test"];
  await run(["merchants", "set", ...merchant, "--name", "Corner Shop", "--fee-rate", "3.3"], environment);
  const client = new Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  await client.query("insert into wonflow.tallies values ('7:test', 'paid', '2026-11-20', 500, 1)");
  await client.end();
  const exitCodes: number[] = [];
  for (const options of [[], ["--correct-counters"], []]) {
    const [exitCode] = await run(["audit", ...options], environment);
    exitCodes.push(exitCode);
  }
  expect(exitCodes).toEqual([1, 0, 0]);
});
