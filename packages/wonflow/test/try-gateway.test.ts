import { tenantId } from "@wonflow/core";
import { startNiceEmulator, type NiceCall, type NiceFault } from "@wonflow/nice-emulator";
import { nicePayments } from "@wonflow/nice-payments";
import { fakeClock } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";

import { tryGateway } from "../src/doctor/gateway.ts";
import type { Finding } from "../src/findings/finding.ts";
import { run } from "./command.ts";
import { newDatabase } from "./new-database.ts";

const service = { clientKey: "S2_service", secretKey: "0123456789abcdef0123456789abcdef", merchant: "service" };
const old = { clientKey: "S2_old", secretKey: "fedcba9876543210fedcba9876543210", merchant: "service" };
const own = { clientKey: "S2_shop", secretKey: "00112233445566778899aabbccddeeff", merchant: "shop" };

const typed = (number = "9410 1100 0000 0001") => [number, "12/39", "900101", "12"].join("\n");

interface Tried {
  readonly accounts?: readonly (typeof service)[];
  readonly args?: readonly string[];
  readonly input?: string;
  readonly breaks?: readonly (readonly [NiceCall, NiceFault])[];
  readonly settings?: Readonly<Record<string, string>>;
}

/** Runs the command against an emulated gateway: its findings, and what the gateway still holds. */
async function tried({ accounts = [service], args = [], input = typed(), breaks = [], settings = {} }: Tried = {}) {
  const emulator = await startNiceEmulator({ accounts: [service, old, own] });
  onTestFinished(() => emulator.close());
  for (const [call, fault] of breaks) emulator.breakNext(call, fault);
  const environment = {
    WONFLOW_SECRET: "s".repeat(32),
    WONFLOW_NICE_URL: emulator.url,
    WONFLOW_NICE_CLIENT_KEY: accounts.map(({ clientKey }) => clientKey).join(","),
    WONFLOW_NICE_SECRET_KEY: accounts.map(({ secretKey }) => secretKey).join(","),
    ...settings,
  };
  const command = ["doctor", "--gateway", "default", "--json", ...args];
  const [exitCode, output] = await run(command, environment, input);
  const line = output.split("\n").find((each) => each.startsWith("{")) ?? "{}";
  const { findings = [] } = JSON.parse(line) as { readonly findings?: readonly Finding[] };
  const { approvals, bids } = emulator.book();
  expect(output).not.toContain("9410110000000001");
  return { exitCode, output, findings, approvals, bids };
}

const summary = (findings: readonly Finding[]) => findings.map(({ check, status }) => `${status} ${check}`);
const held = (approvals: readonly { readonly held: number }[]) => approvals.map((each) => each.held);

test("every call of a correct gateway is ok, and everything is refunded", async () => {
  const { exitCode, findings, approvals, bids } = await tried();
  expect(summary(findings)).toEqual([
    "ok look-up of an unknown payment",
    "ok card check",
    "ok first approval",
    "ok look-up by our key",
    "ok cancellation of 400 won",
    "ok look-up of that cancellation",
    "ok remaining amount",
    "ok cancellation of 600 won",
    "ok look-up of that cancellation",
    "ok cancellation of 1000 won",
    "ok look-up of that cancellation",
    "ok net-cancel",
    "ok card release",
  ]);
  expect([exitCode, held(approvals), bids.map(({ expired }) => expired)]).toEqual([0, [0, 0, 0], [true]]);
});

test("during a key rotation the other keys are tried too; one of another contract is reported", async () => {
  const rotated = await tried({ accounts: [service, old] });
  expect(summary(rotated.findings)).toContain("ok look-up with the key S2_old");
  const other = await tried({ accounts: [service, own] });
  expect(other.findings).toContainEqual({
    check: "look-up with the key S2_shop",
    status: "wrong",
    found: "not-found",
    action: "this key is of another contract: bind that contract as a gateway of its own",
  });
  expect([other.exitCode, held(other.approvals)]).toEqual([1, [0, 0, 0]]);
});

test("a merchant's own keys are tried by its id", async () => {
  const settings = { DATABASE_URL: await newDatabase() };
  const tenant = ["--mid", "7", "--mode", "live"];
  const environment = { ...settings, WONFLOW_SECRET: "s".repeat(32) };
  const args = ["--gateway", "own", "--mid", "7"];
  const none = await tried({ args, settings });
  expect([none.exitCode, none.output]).toEqual([2, expect.stringContaining("merchant 7 has no keys of its own")]);
  await run(["merchants", "set", ...tenant, "--name", "Corner Shop", "--fee-rate", "3.3"], environment);
  await run(["merchants", "provider-keys", ...tenant, "--set", own.clientKey], environment, own.secretKey);
  const { exitCode, approvals } = await tried({ args, settings });
  expect([exitCode, approvals.map(({ account }) => account)]).toEqual([0, ["S2_shop", "S2_shop", "S2_shop"]]);
});

test.each<[string, Tried, string, string]>([
  [
    "a secret key that is not the account's",
    { accounts: [{ ...service, secretKey: "x".repeat(32) }] },
    "look-up of an unknown payment",
    "check the keys, and whether the provider has to allow this machine",
  ],
  [
    "a card that is refused",
    { input: typed("9490000000000013") },
    "card check",
    "check the card's data; a real card of your own is needed",
  ],
  [
    "a charge that is refused",
    { input: typed("9490000000000101") },
    "first approval",
    "try another card, or ask its company why it refuses",
  ],
  ["an answer without a signature", { breaks: [["approve", "no-signature"]] }, "first approval", "to the maintainers"],
  ["a lost answer", { breaks: [["approve", "answer-lost"]] }, "first approval", "to the maintainers"],
  [
    "a cancellation whose answer is lost",
    { breaks: [["cancel", "answer-lost"]] },
    "cancellation of 400 won",
    "to the maintainers",
  ],
  ["a net-cancel without an answer", { breaks: [["netcancel", "html"]] }, "net-cancel", "to the maintainers"],
])("%s is reported, and nothing stays charged", async (_what, given, check, action) => {
  const { exitCode, findings, approvals } = await tried(given);
  const wrongs = findings.filter(({ status }) => status === "wrong");
  expect(wrongs).toMatchObject([{ check, action: expect.stringContaining(action) }]);
  expect([exitCode, held(approvals).every((each) => each === 0)]).toEqual([1, true]);
});

test("a look-up that returns another amount is reported, and nothing stays charged", async () => {
  // Near midnight the adapter looks up two days, and the fault would hit another look-up.
  const clock = fakeClock(Date.parse("2026-11-25T14:00:00+09:00"));
  const emulator = await startNiceEmulator({ accounts: [service], clock });
  onTestFinished(() => emulator.close());
  emulator.breakNext("find", "other-spelling");
  emulator.breakNext("find", "other-amount");
  const gateway = nicePayments({ url: emulator.url, accountsOf: () => [service], clock });
  const findings = await tryGateway({
    gateway,
    keyIn: gateway.keyIn,
    others: [],
    tenant: tenantId({ mId: 1, mode: "live" }),
    card: { number: "9410110000000001", expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" },
    clock,
    prefix: "doctor-test",
  });
  expect(findings.filter(({ status }) => status === "wrong")).toEqual([
    {
      check: "look-up by our key",
      status: "wrong",
      found: "amount 1001 instead of 1000",
      action: expect.stringContaining("to the maintainers"),
    },
  ]);
  expect(held(emulator.book().approvals)).toEqual([0, 0, 0]);
});

test("a payment that can't be refunded is reported with its order", async () => {
  const breaks = ["approve", ...Array.from({ length: 3 }, () => "netcancel" as const)].map(
    (call) => [call as NiceCall, "request-lost"] as const,
  );
  const { findings, approvals, output } = await tried({
    breaks: [
      ["approve", "answer-lost"],
      ...breaks.slice(1),
      ["cancel", "request-lost"],
      ["cancel", "request-lost"],
      ["cancel", "request-lost"],
    ],
  });
  const order = /Order ids begin with (doctor-\S{12})\./.exec(output)?.[1];
  expect(findings).toContainEqual({
    check: "refund",
    status: "wrong",
    found: expect.stringContaining(`up to 1,000 won of order ${order}-first may still be charged`),
    action: "look that order up in the provider's pages, and cancel it there",
  });
  expect(held(approvals)).toEqual([1_000]);
});

test.each([
  ["", "Card number: nothing came in"],
  ["1234\n", "Card number: must be 12 to 19 digits"],
  ["9410110000000001\n13/39\n", "Expiry (MM/YY): must be a month and a year"],
  ["9410110000000001\n12/39\n1234567\n", "must be 6 digits, or 10 or 11 of a company"],
  ["9410110000000001\n12/39\n900101\n1\n", "must be two digits"],
])("a card that is typed wrongly is not sent: %j", async (input, problem) => {
  const { exitCode, output, approvals, bids } = await tried({ input });
  expect([exitCode, output, approvals, bids]).toEqual([2, expect.stringContaining(problem), [], []]);
});
