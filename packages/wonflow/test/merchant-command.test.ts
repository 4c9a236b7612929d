import { expect, test } from "vitest";

import { Command, newFolder } from "./command.ts";

test("wonflow merchant changes what is named and keeps the rest; keys are issued and revoked", async () => {
  const environment = { WONFLOW_DATA: await newFolder(), WONFLOW_SECRET: "s".repeat(32) };
  const run = async (...args: readonly string[]) => {
    const command = new Command([...args, "--mid", "7", "--mode", "test", "--json"], environment);
    return [await command.exitCode(), JSON.parse(command.output)];
  };
  expect(await run("merchant")).toEqual([2, { error: expect.stringContaining("is not registered in test mode") }]);
  const contract = [
    "--kyc",
    "on",
    "--gateways",
    "PG_A,PG_B",
    "--origins",
    "https://shop.example",
    "--max-amount",
    "9000",
  ];
  const [, before] = await run("merchant", "--name", "Corner Shop", "--fee-rate", "3.3", ...contract);
  expect(before).toMatchObject({ name: "Corner Shop", maxAmount: 9_000, contracts: { kyc: true, taxFree: false } });
  expect(await run("merchant", "--fee-rate", "2.8")).toEqual([0, { ...before, feeRate: "2.8" }]);
  expect(await run("merchant", "--kyc", "off", "--origins", "none")).toMatchObject([
    0,
    { origins: [], maxAmount: 9_000, contracts: { kyc: false, gateways: ["PG_A", "PG_B"] } },
  ]);
  expect(await run("merchant", "--fee-rate", "much")).toEqual([2, { error: expect.stringContaining("feeRate") }]);
  const [, { key }] = await run("key", "issue", "--type", "client");
  expect(key).toMatch(/^test_ck_/);
  expect(await run("key", "revoke", "--key", key)).toEqual([0, { revoked: true }]);
  expect(await run("key", "revoke", "--key", "test_ck_other")).toMatchObject([2, {}]);
}, 120_000);
