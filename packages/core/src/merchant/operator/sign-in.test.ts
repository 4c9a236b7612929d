import { testPasswords } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import type { Passwords } from "./password-check.ts";

const password = "four words are better";
const wrong = "five words are worse";
const minute = 60_000;

/** Passwords that count their calls and can be held up. */
function watched() {
  const passwords = testPasswords();
  const made = new Set<string>();
  const verified: string[] = [];
  let held: Promise<void> = Promise.resolve();
  const watch: Passwords = {
    async hash(text) {
      const hash = await passwords.hash(text);
      made.add(hash);
      return hash;
    },
    async verify(text, hash) {
      // A truncated hash fails.
      expect(made).toContain(hash);
      verified.push(hash);
      await held;
      return passwords.verify(text, hash);
    },
  };
  const holdUp = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { passwords: watch, verified, holdUp };
}

async function shopWithKim(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  const { operators } = world.payments;
  await operators.set(shop, { name: "kim", password });
  const tryWith = (given: string, name = "kim") => operators.signIn({ ...shop, name, password: given });
  const times = async (count: number, name = "kim") => {
    const codes = new Set<string>();
    for (let n = 0; n < count; n += 1) codes.add(codeOf(await tryWith(wrong, name)));
    return [...codes];
  };
  return { ...world, operators, tryWith, times };
}

test("an operator is given tokens for 12 hours, which name the merchant and mode", async () => {
  const { tryWith, clock } = await shopWithKim();
  expect(valueOf(await tryWith(password))).toEqual({
    tenant: shop,
    name: "kim",
    role: "owner",
    token: expect.stringMatching(/^os_7_test_[A-Za-z0-9_-]{32}$/),
    csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/),
    expiresAt: clock.now() + 12 * 60 * minute,
    passwordFreshUntil: clock.now() + 15 * minute,
    isPasswordFresh: true,
    device: expect.stringMatching(/^od_7_test_[A-Za-z0-9_-]{21}[0-9a-f]{64}$/),
  });
});

test.each<readonly [what: string, change: object, code: string]>([
  ["the password of no operator", { password: wrong }, "INCORRECT_OPERATOR_CREDENTIALS"],
  ["a password in other letters", { password: password.toUpperCase() }, "INCORRECT_OPERATOR_CREDENTIALS"],
  ["a password that is too short to be one", { password: "p" }, "INCORRECT_OPERATOR_CREDENTIALS"],
  ["no password", { password: "" }, "INCORRECT_OPERATOR_CREDENTIALS"],
  ["a name without an operator", { name: "lee" }, "INCORRECT_OPERATOR_CREDENTIALS"],
  ["a merchant that there is not", { mId: 8 }, "INCORRECT_OPERATOR_CREDENTIALS"],
  ["the other mode", { mode: "live" }, "INCORRECT_OPERATOR_CREDENTIALS"],
  ["a password of 201 characters", { password: "p".repeat(201) }, "INVALID_REQUEST"],
  ["a password that is not a string", { password: 7 }, "INVALID_REQUEST"],
  ["no merchant's id", { mId: 0 }, "INVALID_REQUEST"],
  ["no mode", { mode: "production" }, "INVALID_REQUEST"],
])("%s is refused", async (_what, change, code) => {
  const { operators } = await shopWithKim();
  const refused = await operators.signIn({ ...shop, name: "kim", password, ...change });
  expect(codeOf(refused)).toBe(code);
  if (!refused.ok && code !== "INVALID_REQUEST") expect(refused.error).toEqual({ code });
});

test("an operator of one merchant and mode cannot sign in at another", async () => {
  const { operators, payments } = await shopWithKim();
  for (const tenant of [{ ...shop, mId: 8 }, { ...shop, mode: "live" } as const]) {
    await payments.merchants.register({ ...tenant, name: "Other Shop", feeRate: "1" });
    await operators.set(tenant, { name: "lee", password });
    expect(codeOf(await operators.signIn({ ...tenant, name: "kim", password }))).toBe("INCORRECT_OPERATOR_CREDENTIALS");
  }
});

test.each(["kim", "lee"])(
  "one password is verified for each try, whether there is an operator %s or not",
  async (name) => {
    const { passwords, verified } = watched();
    const { tryWith } = await shopWithKim({ passwords });
    await tryWith(wrong, name);
    expect(verified).toHaveLength(1);
    await tryWith(wrong, name);
    expect(verified).toHaveLength(2);
  },
);

test("the password of the decoy hash signs in no operator", async () => {
  const anything: Passwords = { hash: async () => "hash", verify: async () => true };
  const { tryWith } = await shopWithKim({ passwords: anything });
  expect(codeOf(await tryWith(wrong, "lee"))).toBe("INCORRECT_OPERATOR_CREDENTIALS");
});

test.each(["kim", "lee"])(
  "ten wrong passwords in a row lock the name %s, for 15 minutes from the tenth",
  async (name) => {
    const { passwords, verified } = watched();
    const { tryWith, times, clock } = await shopWithKim({ passwords });
    expect(await times(9, name)).toEqual(["INCORRECT_OPERATOR_CREDENTIALS"]);
    await clock.advance(5 * minute);
    expect(await times(1, name)).toEqual(["INCORRECT_OPERATOR_CREDENTIALS"]);
    const checked = verified.length;
    expect(await tryWith(password, name)).toEqual({
      ok: false,
      error: { code: "TOO_MANY_REQUESTS", retryAfterMs: 15 * minute },
    });
    await clock.advance(15 * minute - 1);
    expect(await tryWith(password, name)).toEqual({ ok: false, error: { code: "TOO_MANY_REQUESTS", retryAfterMs: 1 } });
    expect(verified).toHaveLength(checked);
    await clock.advance(1);
    expect(codeOf(await tryWith(password, name))).toBe(name === "kim" ? "ok" : "INCORRECT_OPERATOR_CREDENTIALS");
  },
);

test("after a lock there are ten tries again", async () => {
  const { times, clock } = await shopWithKim();
  await times(10);
  await clock.advance(15 * minute);
  expect(await times(10)).toEqual(["INCORRECT_OPERATOR_CREDENTIALS"]);
  expect(await times(1)).toEqual(["TOO_MANY_REQUESTS"]);
});

test("a right password deletes the wrong ones, also at the last try", async () => {
  const { tryWith, times } = await shopWithKim();
  for (let n = 0; n < 3; n += 1) {
    expect(await times(9)).toEqual(["INCORRECT_OPERATOR_CREDENTIALS"]);
    expect(codeOf(await tryWith(password))).toBe("ok");
  }
});

test("wrong passwords are purged after 15 minutes without one", async () => {
  const { tryWith, times, clock } = await shopWithKim();
  await times(9);
  await clock.advance(15 * minute - 1);
  await times(1);
  expect(codeOf(await tryWith(password))).toBe("TOO_MANY_REQUESTS");

  const later = await shopWithKim();
  await later.times(9);
  await later.clock.advance(15 * minute);
  expect(await later.times(2)).toEqual(["INCORRECT_OPERATOR_CREDENTIALS"]);
});

test("a new password lifts a lock, which never holds for other names, merchants or modes", async () => {
  const { operators, payments, tryWith, times } = await shopWithKim();
  await operators.set(shop, { name: "lee", password });
  const live = { ...shop, mode: "live" } as const;
  await payments.merchants.register({ ...live, name: "Corner Shop", feeRate: "1" });
  await operators.set(live, { name: "kim", password });
  await times(10);
  expect(codeOf(await tryWith(password))).toBe("TOO_MANY_REQUESTS");
  expect(codeOf(await tryWith(password, "lee"))).toBe("ok");
  expect(codeOf(await operators.signIn({ ...live, name: "kim", password }))).toBe("ok");
  await operators.set(shop, { name: "kim", password: wrong });
  expect(codeOf(await tryWith(wrong))).toBe("ok");
});

test("requests at once get no more tries than one after the other, and four of a name at a time", async () => {
  const { passwords, verified } = watched();
  const { tryWith } = await shopWithKim({ passwords });
  const refused: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const codes = (await Promise.all(Array.from({ length: 30 }, () => tryWith(wrong)))).map(codeOf);
    refused.push(codes.filter((code) => code === "INCORRECT_OPERATOR_CREDENTIALS").length);
    expect(codes.filter((code) => code === "TOO_MANY_REQUESTS")).toHaveLength(30 - (refused.at(-1) ?? 0));
  }
  expect(refused).toEqual([4, 4, 2, 0]);
  expect(verified).toHaveLength(10);
});

test("requests at once to two processes get no more tries either", async () => {
  const { passwords, verified } = watched();
  const one = await shopWithKim({ passwords });
  const other = await createWorld({ sharing: one, passwords });
  const input = { ...shop, name: "kim", password: wrong };
  const tries = [one, other].flatMap(({ payments }) =>
    Array.from({ length: 8 }, () => payments.operators.signIn(input)),
  );
  const codes = (await Promise.all(tries)).map(codeOf);
  expect(verified.length).toBeLessThanOrEqual(10);
  expect(codes.filter((code) => code === "INCORRECT_OPERATOR_CREDENTIALS")).toHaveLength(verified.length);
  expect(codes).not.toContain("ok");
});

test("a password that is replaced during its check signs in no operator", async () => {
  const { passwords, holdUp } = watched();
  const { operators, tryWith } = await shopWithKim({ passwords });
  const letGo = holdUp();
  const slow = tryWith(password);
  await operators.set(shop, { name: "kim", password: wrong });
  letGo();
  expect(codeOf(await slow)).toBe("INCORRECT_OPERATOR_CREDENTIALS");
});

test("one password is checked at a time", async () => {
  const { passwords, verified, holdUp } = watched();
  const { operators, tryWith, clock } = await shopWithKim({ passwords });
  await operators.set(shop, { name: "lee", password });
  const letGo = holdUp();
  const both = [tryWith(password), tryWith(password, "lee")];
  await clock.advance(0);
  expect(verified).toHaveLength(1);
  letGo();
  expect((await Promise.all(both)).map(codeOf)).toEqual(["ok", "ok"]);
});

test("a check that fails does not block later sign-ins", async () => {
  const passwords = testPasswords();
  let broken = true;
  const failing: Passwords = {
    hash: (text) => (broken ? Promise.reject(new Error("no memory")) : passwords.hash(text)),
    verify: (text, hash) => passwords.verify(text, hash),
  };
  const { payments } = await createWorld({ passwords: failing });
  await expect(payments.operators.signIn({ ...shop, name: "kim", password })).rejects.toThrow("no memory");
  broken = false;
  await payments.operators.set(shop, { name: "kim", password });
  expect(codeOf(await payments.operators.signIn({ ...shop, name: "kim", password }))).toBe("ok");
});

test("due work purges tries, and not before their time", async () => {
  const { times, clock, payments, memory } = await shopWithKim();
  const waiting = async () => (await memory.listDue("operatorTries", 10)).map(({ key }) => key.id);
  await times(1, "lee");
  await clock.advance(minute);
  await times(1, "park");
  expect(await waiting()).toEqual(["lee", "park"]);
  await clock.advance(14 * minute - 1);
  await payments.work.runDue();
  expect(await waiting()).toEqual(["lee", "park"]);
  await clock.advance(1);
  await payments.work.runDue();
  expect(await waiting()).toEqual(["park"]);
});

test("without the passwords port no sign-in is possible", async () => {
  const { bindPayments } = await import("../../index.ts");
  const { clock, ids, memory } = await createWorld();
  const { testVault } = await import("@wonflow/testkit");
  const payments = bindPayments({ store: memory, gateways: {}, clock, ids, vault: testVault() });
  await expect(payments.operators.set(shop, { name: "kim", password })).rejects.toThrow(TypeError);
  await expect(payments.operators.signIn({ ...shop, name: "kim", password })).rejects.toThrow(TypeError);
});
