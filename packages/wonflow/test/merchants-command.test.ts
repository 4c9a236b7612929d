import path from "node:path";
import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { newFolder, run } from "./command.ts";
import { newDatabase } from "./new-database.ts";
import { silentLogger } from "../src/index.ts";
import { readEnvironment } from "../src/settings/environment.ts";
import { serve } from "../src/serve/serve.ts";

test("wonflow merchants suspend and resume, and show and list say so", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const tenant = ["--mid", "7", "--mode", "test"];
  const ask = async (verb: string, ...args: readonly string[]) => {
    const [exitCode, output] = await run(["merchants", verb, ...tenant, ...args, "--json"], environment);
    return [exitCode, JSON.parse(output)];
  };
  const none = { error: "merchant 7 is not registered in test mode" };
  expect(await ask("suspend")).toEqual([2, none]);
  expect(await ask("resume")).toEqual([2, none]);
  const [, before] = await ask("set", "--name", "Corner Shop", "--fee-rate", "3.3");
  expect(before.suspended).toBeNull();
  const suspended = { since: expect.any(Number), reason: "complaints" };
  expect(await ask("suspend", "--reason", "complaints")).toEqual([0, { suspended }]);
  expect(await ask("show")).toEqual([0, { ...before, suspended }]);
  // Terms are changed without an end to the suspension.
  expect(await ask("set", "--fee-rate", "2.9")).toMatchObject([0, { feeRate: "2.9", suspended }]);
  const [, table] = await run(["merchants", "list"], environment);
  expect(table).toBe("MID  MODE  STATUS     NAME\n  7  test  suspended  Corner Shop\n");
  expect(await ask("suspend", "--reason", "x".repeat(201))).toEqual([
    2,
    { error: "reason must be at most 200 characters" },
  ]);
  expect(await run(["merchants", "resume", ...tenant], environment)).toEqual([
    0,
    "Merchant 7 takes payments in test mode.\n",
  ]);
  expect(await ask("show")).toMatchObject([0, { suspended: null }]);
});

test("wonflow merchants set changes what is named and keeps the rest; keys are issued, listed and revoked", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const ask = async (...args: readonly string[]) => {
    const [exitCode, output] = await run([...args, "--mid", "7", "--mode", "test", "--json"], environment);
    return [exitCode, JSON.parse(output)];
  };
  expect(await ask("merchants", "show")).toEqual([
    2,
    { error: expect.stringContaining("is not registered in test mode") },
  ]);
  const contract = [
    ...["--kyc", "--tax-free", "--payouts", "--webhook"].flatMap((name) => [name, "on"]),
    "--installment-feeds",
    "PG_A,PG_B",
    "--origins",
    "https://shop.example",
    "--min-amount",
    "500",
    "--max-amount",
    "9000",
    "--settlement-days",
    "5",
  ];
  const [, before] = await ask("merchants", "set", "--name", "Corner Shop", "--fee-rate", "3.3", ...contract);
  const kept = { minAmount: 500, maxAmount: 9_000, settlementDays: 5 };
  const contracts = { kyc: true, taxFree: true, payouts: true, webhook: true, installmentFeeds: ["PG_A", "PG_B"] };
  expect(before).toMatchObject({ name: "Corner Shop", ...kept, contracts });
  expect(await ask("merchants", "set", "--fee-rate", "2.8")).toEqual([0, { ...before, feeRate: "2.8" }]);
  const next = ["--fee-rate", "2.5", "--fee-rate-from", "2999-01-01"];
  const changed = { ...before, feeRate: "2.8", nextFeeRate: { feeRate: "2.5", from: "2999-01-01" } };
  expect(await ask("merchants", "set", ...next)).toEqual([0, changed]);
  expect(await ask("merchants", "set", "--max-amount", "9000")).toEqual([0, changed]);
  expect(await ask("merchants", "set", "--fee-rate-from", "2999-01-01")).toEqual([
    2,
    { error: "--fee-rate-from needs --fee-rate" },
  ]);
  expect(await ask("merchants", "set", "--fee-rate-from", "none")).toEqual([0, { ...changed, nextFeeRate: null }]);
  expect(await ask("merchants", "set", "--kyc", "off", "--origins", "none")).toMatchObject([
    0,
    { origins: [], ...kept, contracts: { ...contracts, kyc: false } },
  ]);
  const numbered = { businessRegistrationNumber: "2208162517" };
  expect(await ask("merchants", "set", "--business-number", "220-81-62517")).toMatchObject([0, numbered]);
  expect(await ask("merchants", "set", "--kyc", "on")).toMatchObject([0, numbered]);
  expect(await ask("merchants", "set", "--business-number", "22081")).toEqual([
    2,
    { error: expect.stringContaining("businessRegistrationNumber must be 10 digits") },
  ]);
  expect(await ask("merchants", "set", "--business-number", "none")).toMatchObject([
    0,
    { businessRegistrationNumber: null },
  ]);
  const look = ["--business-name", "주식회사 골목", "--phone", "02-1234-5678", "--color", "#0b7a50"];
  const logo = path.join(await newFolder(), "logo");
  await writeFile(logo, Buffer.from("89504e470d0a1a0a0000", "hex"));
  const shown = {
    businessName: "주식회사 골목",
    phone: "02-1234-5678",
    color: "#0b7a50",
    logo: "data:image/png;base64,iVBORw0KGgoAAA==",
    terms: { url: "https://shop.example/terms", consent: true },
  };
  const terms = ["--terms", "https://shop.example/terms", "--consent", "on"];
  expect(await ask("merchants", "set", ...look, "--logo", logo, ...terms)).toMatchObject([0, { ...kept, ...shown }]);
  expect(await ask("merchants", "set", "--max-amount", "8000")).toMatchObject([0, { maxAmount: 8_000, ...shown }]);
  expect(await ask("merchants", "set", "--consent", "off")).toMatchObject([
    0,
    { terms: { ...shown.terms, consent: false } },
  ]);
  expect(await ask("merchants", "set", "--color", "#fee500")).toEqual([
    2,
    { error: expect.stringContaining("too light") },
  ]);
  expect(await ask("merchants", "set", "--logo", "package.json")).toEqual([
    2,
    { error: "the logo must be a PNG, JPEG or WebP picture; package.json is not" },
  ]);
  expect(await ask("merchants", "set", "--logo", "no.png")).toEqual([2, { error: expect.stringContaining("no.png") }]);
  const none = ["--business-name", "none", "--phone", "none", "--color", "none", "--logo", "none", "--terms", "none"];
  const nothing = { businessName: null, phone: null, color: null, logo: null, terms: null };
  expect(await ask("merchants", "set", ...none)).toMatchObject([0, { name: "Corner Shop", ...nothing }]);
  expect(await ask("merchants", "set", "--consent", "on")).toEqual([
    2,
    { error: "--consent needs the page of the terms: give --terms too" },
  ]);
  expect(await ask("merchants", "set", "--fee-rate", "much")).toEqual([
    2,
    { error: expect.stringContaining("feeRate") },
  ]);
  const methods = { contracts: { methods: ["KEYIN", "EASY_PAY"] }, methodFeeRates: { EASY_PAY: "2.9" } };
  expect(
    await ask("merchants", "set", "--methods", "KEYIN,EASY_PAY", "--method-fee-rates", "EASY_PAY=2.9"),
  ).toMatchObject([0, methods]);
  expect(await ask("merchants", "set", "--kyc", "on", "--default-methods", "KAKAOPAY")).toMatchObject([
    0,
    { ...methods, defaultMethods: ["KAKAOPAY"] },
  ]);
  const names = "KEYIN, CARD, EASY_PAY, TRANSFER, KAKAOPAY, NAVERPAY, TOSSPAY, SAMSUNGPAY, PAYCO";
  for (const [name, given, error] of [
    ["--methods", "KEYIN,KAKAO", `--methods must be of ${names}`],
    ["--methods", "none", `--methods must be of ${names}`],
    ["--default-methods", "CARD,CARD", "--default-methods must name each method once"],
    ["--default-methods", "TRANSFER", expect.stringContaining("defaultMethods must be of contracts.methods")],
    ["--method-fee-rates", "EASY_PAY", expect.stringMatching(/^--method-fee-rates must be such as /)],
    ["--method-fee-rates", "KAKAOPAY=1", expect.stringMatching(/^--method-fee-rates must be such as /)],
    ["--method-fee-rates", "CARD=1,CARD=2", expect.stringMatching(/^--method-fee-rates must be such as /)],
    ["--method-fee-rates", "CARD=much", expect.stringContaining("methodFeeRates.CARD")],
  ] as const) {
    expect(await ask("merchants", "set", name, given)).toEqual([2, { error }]);
  }
  expect(await ask("merchants", "set", "--method-fee-rates", "none")).toMatchObject([0, { methodFeeRates: {} }]);
  const [, { key }] = await ask("keys", "issue", "--type", "client");
  expect(key).toMatch(/^test_ck_/);
  const [, { id }] = await ask("keys", "issue", "--type", "secret");
  expect(await ask("keys", "revoke", "--id", id)).toEqual([0, { revoked: true }]);
  expect(await ask("keys", "revoke", "--key", key)).toEqual([0, { revoked: true }]);
  const [exitCode, table] = await run(["keys", "list", "--mid", "7", "--mode", "test"], environment);
  expect(exitCode).toBe(0);
  const lines = table.trimEnd().split("\n");
  expect(lines).toEqual([
    "ID            KEY            ISSUED (KST)      REVOKED (KST)",
    expect.stringMatching(new RegExp(`^${id}  test_sk_….{4}( {2}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d){2}$`)),
    expect.stringContaining(`test_ck_…${key.slice(-4)}`),
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(await ask("keys", "list")).toMatchObject([0, { keys: [{ id, type: "secret" }, { type: "client" }] }]);
  expect(await ask("keys", "revoke", "--key", "test_ck_other")).toMatchObject([2, {}]);
  expect(await ask("keys", "revoke")).toEqual([2, { error: "either --key or --id is needed" }]);
});

test("wonflow merchants provider-keys asks for the secrets of new names only, and shows none", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const tenant = ["--mid", "7", "--mode", "live"];
  const keys = async (set: string | undefined, input = "") => {
    const args = ["merchants", "provider-keys", ...tenant, ...(set === undefined ? [] : ["--set", set]), "--json"];
    const [exitCode, output] = await run(args, environment, input);
    expect(output).not.toContain("secret-of");
    return [exitCode, JSON.parse(output)];
  };
  expect(await keys(undefined)).toEqual([2, { error: "merchant 7 is not registered in live mode" }]);
  await run(["merchants", "set", ...tenant, "--name", "Corner Shop", "--fee-rate", "3.3"], environment);
  expect(await keys(undefined)).toEqual([0, { merchantGateway: null, gateway: "own", names: [] }]);
  expect(await keys("S2_old")).toEqual([
    2,
    { error: expect.stringContaining("Secret key of S2_old: nothing came in") },
  ]);
  expect(await keys("S2_old", "secret-of-old\r\n")).toEqual([
    0,
    { merchantGateway: null, gateway: "own", names: ["S2_old"] },
  ]);
  expect(await keys("S2_new, S2_old,S2_third", "secret-of-new\nsecret-of-third")).toMatchObject([
    0,
    { names: ["S2_new", "S2_old", "S2_third"] },
  ]);
  expect(await keys("S2_other", "two words\n")).toEqual([
    2,
    { error: "keys.0.secret must be 1 to 500 visible ASCII characters" },
  ]);
  const service = await serve(readEnvironment({ ...environment, PORT: "0" }, "development"), silentLogger);
  const opened = await service.payments.providerKeys.open({ mId: 7, mode: "live" }, "own");
  await service.stop();
  expect(opened).toEqual([
    { name: "S2_new", secret: "secret-of-new" },
    { name: "S2_old", secret: "secret-of-old" },
    { name: "S2_third", secret: "secret-of-third" },
  ]);
  const people = (...args: readonly string[]) => run(["merchants", "provider-keys", ...tenant, ...args], environment);
  expect(await people()).toEqual([
    0,
    "Merchant 7 has these keys at the gateway own, the newest first: S2_new, S2_old, S2_third\n" +
      "Its new cards do not go there yet: wonflow merchants set --mid 7 --mode live --gateway own\n",
  ]);
  await run(["merchants", "set", ...tenant, "--gateway", "own"], environment);
  expect((await people())[1]).toMatch(/S2_third\n$/);
  expect(await people("--set", "none")).toEqual([0, "Merchant 7 has no keys of its own at the gateway own.\n"]);
});
