import { expect, test } from "vitest";

import { silentLogger } from "../src/index.ts";
import { serve } from "../src/serve/serve.ts";
import { readEnvironment } from "../src/settings/environment.ts";
import { Command, run } from "./command.ts";
import { newDatabase } from "./new-database.ts";

const password = "four words are better";
const other = "five words are better still";
const cannot =
  "a password can't be an option, which others see in the list of processes: choose another, and type it when asked";

test("wonflow operators adds, lists, signs out and removes operators, whose passwords are piped in", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const tenant = ["--mid", "7", "--mode", "test"];
  const ask = async (args: readonly string[], input?: string) => {
    const [exitCode, output] = await run([...args, ...tenant, "--json"], environment, input);
    return [exitCode, JSON.parse(output)];
  };
  const kim = (verb: string, input?: string) => ask(["operators", verb, "--name", "Kim"], input);

  expect(await kim("add", password)).toEqual([2, { error: "merchant 7 is not registered in test mode" }]);
  await ask(["merchants", "set", "--name", "Corner Shop", "--fee-rate", "3.3"]);
  expect(await kim("add")).toEqual([2, { error: expect.stringContaining("no password came in") }]);
  expect(await kim("add", "too short\n")).toEqual([2, { error: "password must be at least 12 characters" }]);
  expect(await ask(["operators", "add", "--name", "kim", "--password", password], password)).toEqual([
    2,
    { error: cannot },
  ]);
  expect(await kim("password", password)).toEqual([2, { error: "merchant 7 has no operator Kim in test mode" }]);
  const added = { name: "kim", role: "owner", addedAt: expect.any(Number), passwordSetAt: expect.any(Number) };
  const add = ["operators", "add", "--name", "Kim", ...tenant, "--json"];
  const command = new Command(add, environment, { input: `${password}\n` });
  expect([await command.exitCode(), JSON.parse(command.output)]).toEqual([0, added]);
  expect(await kim("add", other)).toEqual([2, { error: expect.stringContaining("is an operator already") }]);
  expect(await ask(["operators", "list"])).toEqual([0, { operators: [added] }]);

  const cashier = { ...added, role: "cashier" };
  expect(await ask(["operators", "role", "--name", "Kim", "--role", "cashier"])).toEqual([0, cashier]);
  expect(await ask(["operators", "role", "--name", "lee", "--role", "viewer"])).toEqual([
    2,
    { error: "merchant 7 has no operator lee in test mode" },
  ]);
  const [, table] = await run(["operators", "list", ...tenant], environment);
  expect(table).toMatch(/^NAME {2}ROLE {5}ADDED \(KST\).*\nkim {3}cashier {2}\d{4}-/);
  expect(await ask(["operators", "role", "--name", "kim", "--role", "owner"])).toEqual([0, added]);
  const asViewer = ["operators", "add", "--name", "Park", "--role", "viewer"];
  expect(await ask(asViewer, other)).toMatchObject([0, { name: "park", role: "viewer" }]);
  expect(await ask(["operators", "remove", "--name", "park"])).toEqual([0, { removed: true }]);

  const service = await serve(readEnvironment({ ...environment, PORT: "0" }, "development"), silentLogger);
  const signIn = (tried: string) =>
    service.payments.operators.signIn({ mId: 7, mode: "test", name: "kim", password: tried });
  try {
    const session = await signIn(password);
    if (!session.ok) throw new Error(session.error.code);
    const isSignedIn = async () => (await service.payments.operators.authenticate(session.value.token)).ok;
    expect(await isSignedIn()).toBe(true);
    expect(await kim("sign-out")).toEqual([0, { signedOut: true }]);
    expect(await isSignedIn()).toBe(false);
    expect(await kim("password", other)).toEqual([0, added]);
    expect([(await signIn(password)).ok, (await signIn(other)).ok]).toEqual([false, true]);
    expect(await kim("remove")).toEqual([0, { removed: true }]);
    expect((await signIn(other)).ok).toBe(false);
  } finally {
    await service.stop();
  }
  expect(await kim("remove")).toEqual([2, { error: "merchant 7 has no operator Kim in test mode" }]);
  const actions = () => run(["operators", "actions", ...tenant], environment);
  expect(await actions()).toEqual([0, "No operator has changed anything.\n"]);
  const none = await run(["operators", "list", ...tenant], environment);
  expect(none).toEqual([0, "Merchant 7 has no operators in test mode.\n"]);
});

test("wonflow operators actions lists who changed what, when and with which outcome", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const tenant = ["--mid", "7", "--mode", "test"];
  await run(["merchants", "set", ...tenant, "--name", "Corner Shop", "--fee-rate", "3.3"], environment);
  const service = await serve(readEnvironment({ ...environment, PORT: "0" }, "development"), silentLogger);
  const { operators } = service.payments;
  const asked = {
    operator: "kim",
    role: "cashier",
    operation: "cancelPayment",
    about: { cancelAmount: 3_000 },
  } as const;
  const shop = { mId: 7, mode: "test" } as const;
  const begun = await operators.beginAction(shop, asked);
  if (begun.ok) await operators.endAction(shop, { id: begun.value.id, code: "REFUND_REJECTED" });
  const done = await operators.beginAction(shop, asked);
  if (done.ok) await operators.endAction(shop, { id: done.value.id, code: null });
  const forged = "x\r\n2026-11-23 12:00  lee  cancelPayment\u001b[1A";
  await operators.beginAction(shop, { ...asked, operator: null, about: { cancelReason: forged } });
  await service.stop();
  const [exitCode, table] = await run(["operators", "actions", ...tenant], environment);
  const lines = table
    .split("\n")
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d/, "…").replaceAll(/ {2,}/g, " | "));
  expect([exitCode, lines.slice(1)]).toEqual([
    0,
    [
      String.raw`… | - | cancelPayment | not known | cancelReason=x\r\n2026-11-23 12:00 | lee | cancelPayment\u001b[1A`,
      "… | kim | cancelPayment | done | cancelAmount=3000",
      "… | kim | cancelPayment | REFUND_REJECTED | cancelAmount=3000",
      "",
    ],
  ]);
});

test("wonflow operators --platform manages the platform's operators, who resolve over HTTP", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const ask = async (verb: string, args: readonly string[] = [], input?: string) => {
    const [exitCode, output] = await run(["operators", verb, "--platform", ...args, "--json"], environment, input);
    return [exitCode, JSON.parse(output)];
  };
  const choi = (verb: string, input?: string) => ask(verb, ["--name", "Choi"], input);
  const both = "--platform replaces --mid and --mode: leave those out";
  const neither = "say which merchant with --mid and --mode, or --platform for operators of the platform";
  expect(await ask("list", ["--mid", "7", "--mode", "test"])).toEqual([2, { error: both }]);
  expect(await run(["operators", "list", "--mid", "7"], environment)).toEqual([2, expect.stringContaining(neither)]);
  expect(await ask("list")).toEqual([0, { operators: [] }]);
  expect(await choi("password", password)).toEqual([2, { error: "the platform has no operator Choi" }]);
  const added = { name: "choi", role: "owner", addedAt: expect.any(Number), passwordSetAt: expect.any(Number) };
  expect(await choi("add", password)).toEqual([0, added]);
  expect(await choi("add", other)).toEqual([2, { error: expect.stringContaining("is an operator already") }]);
  expect(await ask("role", ["--name", "choi", "--role", "viewer"])).toEqual([0, { ...added, role: "viewer" }]);
  expect(await ask("role", ["--name", "choi", "--role", "owner"])).toEqual([0, added]);
  expect(await run(["operators", "actions", "--platform"], environment)).toEqual([
    0,
    "No operator has changed anything.\n",
  ]);

  const service = await serve(readEnvironment({ ...environment, PORT: "0" }, "development"), silentLogger);
  try {
    const signedIn = await fetch(`${service.url}/platform/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "choi", password }),
    });
    const { csrfToken } = (await signedIn.json()) as { csrfToken: string };
    const Cookie = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
    const headers = { Cookie, "X-CSRF-Token": csrfToken, "Content-Type": "application/json" };
    const found = await fetch(`${service.url}/platform/findings`, { headers });
    const { items } = (await found.json()) as { items: readonly { check: string; status: string }[] };
    expect(items.map(({ check }) => check)).toEqual(
      expect.arrayContaining(["settings", "time zone", "database", "migrations", "secret", "calendar", "work"]),
    );
    // The tests' database is not durable on purpose.
    expect(items.filter(({ status }) => status === "wrong").map(({ check }) => check)).toEqual(["durability"]);
    const refused = await fetch(`${service.url}/platform/merchants/1/test/attempts/approval-none/resolve`, {
      method: "POST",
      headers,
      body: JSON.stringify({ outcome: "not-done", note: "a list" }),
    });
    expect(refused.status).toBe(404);
    const about = { mId: "1", mode: "test", key: "approval-none", outcome: "not-done", note: "a list" };
    expect(await ask("actions")).toMatchObject([
      0,
      { actions: [{ operator: "choi", operation: "resolveAttempt", about, code: "NOT_FOUND_ATTEMPT" }] },
    ]);
    expect(await choi("sign-out")).toEqual([0, { signedOut: true }]);
    expect((await fetch(`${service.url}/platform/session`, { headers })).status).toBe(401);
    expect(await choi("remove")).toEqual([0, { removed: true }]);
    expect(await choi("remove")).toEqual([2, { error: "the platform has no operator Choi" }]);
  } finally {
    await service.stop();
  }
});
