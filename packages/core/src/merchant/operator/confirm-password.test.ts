import { testPasswords } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";

const password = "four words are better";
const wrong = "five words are worse";
const minute = 60_000;

async function signedIn(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  const { operators } = world.payments;
  await operators.set(shop, { name: "kim", password });
  const { token, device } = valueOf(await operators.signIn({ ...shop, name: "kim", password }));
  const again = (given: string, from = { device }) => operators.confirmPassword(token, { password: given }, from);
  const isFresh = async () => valueOf(await operators.authenticate(token)).isPasswordFresh;
  return { clock: world.clock, memory: world.memory, payments: world.payments, operators, token, again, isFresh };
}

test("a password is fresh for exactly 15 minutes, after the sign-in and each time that it is typed again", async () => {
  const { clock, again, isFresh } = await signedIn();
  for (const typeAgain of [false, true, true]) {
    if (typeAgain) {
      expect(valueOf(await again(password))).toEqual({ passwordFreshUntil: clock.now() + 15 * minute });
    }
    await clock.advance(15 * minute - 1);
    expect(await isFresh()).toBe(true);
    await clock.advance(1);
    expect(await isFresh()).toBe(false);
  }
});

test("it freshens its own session only, which ends when it would have", async () => {
  const { clock, operators, again, isFresh, token } = await signedIn();
  const other = valueOf(await operators.signIn({ ...shop, name: "kim", password }));
  await clock.advance(12 * 60 * minute - 5 * minute);
  const end = clock.now() + 5 * minute;
  expect(valueOf(await again(password))).toEqual({ passwordFreshUntil: end });
  expect(await isFresh()).toBe(true);
  expect(valueOf(await operators.authenticate(other.token)).isPasswordFresh).toBe(false);
  expect(valueOf(await operators.authenticate(token)).expiresAt).toBe(end);
  await clock.advance(5 * minute);
  expect(codeOf(await again(password))).toBe("UNAUTHORIZED_OPERATOR");
});

test("the session's record is still removed at its end", async () => {
  const { clock, again, memory, payments } = await signedIn();
  await again(password);
  await clock.advance(12 * 60 * minute);
  expect(await memory.listDue("operatorSession", 1)).toHaveLength(1);
  await payments.work.runDue();
  expect(await memory.listDue("operatorSession", 1)).toEqual([]);
});

test("a setting says how long it is fresh, and 0 asks each time", async () => {
  const { isFresh } = await signedIn({ settings: { operatorPasswordFreshMs: 0 } });
  expect(await isFresh()).toBe(false);
  const other = await signedIn({ settings: { operatorPasswordFreshMs: minute } });
  await other.clock.advance(minute - 1);
  expect(await other.isFresh()).toBe(true);
  await other.clock.advance(1);
  expect(await other.isFresh()).toBe(false);
});

test("a password that is replaced while it is checked freshens nothing", async () => {
  const meanwhile: (() => Promise<unknown>)[] = [];
  const passwords = testPasswords();
  const verify: typeof passwords.verify = async (...given) => {
    const fits = await passwords.verify(...given);
    for (const act of meanwhile) await act();
    return fits;
  };
  const { operators, token, again } = await signedIn({ passwords: { ...passwords, verify } });
  meanwhile.push(() => operators.set(shop, { name: "kim", password: "six words are better still" }));
  expect(codeOf(await again(password))).toBe("UNAUTHORIZED_OPERATOR");
  expect(codeOf(await operators.authenticate(token))).toBe("UNAUTHORIZED_OPERATOR");
});

test("wrong passwords count together with those of sign-ins, and lock; the session stays valid", async () => {
  const { clock, operators, again, isFresh } = await signedIn();
  await clock.advance(15 * minute);
  const stranger = { device: "" };
  for (let tries = 0; tries < 5; tries += 1) {
    expect(codeOf(await again(wrong, stranger))).toBe("INCORRECT_OPERATOR_CREDENTIALS");
    await operators.signIn({ ...shop, name: "kim", password: wrong }, stranger);
  }
  expect(codeOf(await again(password, stranger))).toBe("TOO_MANY_REQUESTS");
  expect(codeOf(await operators.signIn({ ...shop, name: "kim", password }, stranger))).toBe("TOO_MANY_REQUESTS");
  expect(await isFresh()).toBe(false);
  // Its own device is no stranger.
  expect(codeOf(await again(password))).toBe("ok");
  expect(await isFresh()).toBe(true);
});

test("a right password deletes the tries before it", async () => {
  const { again } = await signedIn();
  for (const round of [1, 2, 3]) {
    for (let tries = 0; tries < 9; tries += 1) await again(wrong);
    expect([round, codeOf(await again(password))]).toEqual([round, "ok"]);
  }
});

test.each<readonly [what: string, token: (own: string) => string]>([
  ["no session", () => ""],
  ["an invalid session", (own) => `${own}x`],
  ["another merchant's", (own) => own.replace("_7_", "_8_")],
])("%s is refused, and no password is checked", async (_what, tokenOf) => {
  const passwords = testPasswords();
  let verified = 0;
  const counting = {
    ...passwords,
    verify: (...given: [string, string]) => ((verified += 1), passwords.verify(...given)),
  };
  const { operators, token } = await signedIn({ passwords: counting });
  const before = verified;
  expect(codeOf(await operators.confirmPassword(tokenOf(token), { password }))).toBe("UNAUTHORIZED_OPERATOR");
  expect(verified).toBe(before);
});

test.each<readonly [what: string, end: "remove" | "signOutAll" | "set", code: string]>([
  ["the operator is removed", "remove", "UNAUTHORIZED_OPERATOR"],
  ["all sessions are ended", "signOutAll", "UNAUTHORIZED_OPERATOR"],
  ["the password is replaced", "set", "UNAUTHORIZED_OPERATOR"],
])("a session freshens nothing where, while the password is checked, %s", async (_what, end, code) => {
  const passwords = testPasswords();
  const checking = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const slow = {
    ...passwords,
    async verify(...given: [string, string]) {
      if (isHeld) {
        checking.resolve();
        await held.promise;
      }
      return passwords.verify(...given);
    },
  };
  const { operators, again } = await signedIn({ passwords: slow });
  isHeld = true;
  const answer = again(password);
  await checking.promise;
  if (end === "set") await operators.set(shop, { name: "kim", password: "another four words" });
  else await operators[end](shop, "kim");
  held.resolve();
  expect(codeOf(await answer)).toBe(code);
});
