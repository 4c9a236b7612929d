import { testPasswords } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import { platform } from "../../index.ts";

const password = "four words are better";
const choi = { name: "choi", password };
const kim = { ...shop, name: "choi", password: "another four words" };

/** A service whose platform and merchant each have an operator of the same name. */
async function office() {
  const world = await createWorld({ passwords: testPasswords() });
  const { operators, platform: own } = world.payments;
  valueOf(await operators.set(platform, choi));
  valueOf(await operators.set(shop, { name: kim.name, password: kim.password }));
  return { ...world, operators, own };
}

test("an operator of the platform is given tokens for 12 hours, which name the platform", async () => {
  const { own, clock } = await office();
  expect(valueOf(await own.signIn(choi))).toMatchObject({
    tenant: platform,
    name: "choi",
    role: "owner",
    token: expect.stringMatching(/^os_platform_[A-Za-z0-9_-]{32}$/),
    device: expect.stringMatching(/^od_platform_[A-Za-z0-9_-]{21}[0-9a-f]{64}$/),
    expiresAt: clock.now() + 12 * 3_600_000,
    isPasswordFresh: true,
  });
});

test("a session of the platform is invalid for a merchant, and the other way round", async () => {
  const { own, operators } = await office();
  const { token, csrfToken } = valueOf(await own.signIn(choi));
  const merchants = valueOf(await operators.signIn(kim)).token;
  expect([codeOf(await own.authenticate(token, { csrfToken })), codeOf(await operators.authenticate(token))]).toEqual([
    "ok",
    "UNAUTHORIZED_OPERATOR",
  ]);
  expect([codeOf(await own.authenticate(merchants)), codeOf(await operators.authenticate(merchants))]).toEqual([
    "UNAUTHORIZED_OPERATOR",
    "ok",
  ]);
  expect(codeOf(await own.authenticate(token, { csrfToken: "another" }))).toBe("INVALID_CSRF_TOKEN");
  for (const renamed of [token.replace("platform", "7_test"), merchants.replace("7_test", "platform")]) {
    expect([codeOf(await own.authenticate(renamed)), codeOf(await operators.authenticate(renamed))]).toEqual([
      "UNAUTHORIZED_OPERATOR",
      "UNAUTHORIZED_OPERATOR",
    ]);
  }
});

test("a password works only for its own kind of operator, and each name locks separately", async () => {
  const { own, operators } = await office();
  expect(codeOf(await own.signIn({ ...choi, password: kim.password }))).toBe("INCORRECT_OPERATOR_CREDENTIALS");
  expect(codeOf(await operators.signIn({ ...kim, password }))).toBe("INCORRECT_OPERATOR_CREDENTIALS");
  for (let tries = 1; tries < 10; tries += 1) await own.signIn({ ...choi, password: "wrong" });
  expect(codeOf(await own.signIn(choi))).toBe("TOO_MANY_REQUESTS");
  expect(codeOf(await operators.signIn(kim))).toBe("ok");
});

test("a new password, a sign-out and a removal end sessions of the platform alone", async () => {
  const { own, operators } = await office();
  const merchants = valueOf(await operators.signIn(kim)).token;
  const open = async (given = password) => valueOf(await own.signIn({ ...choi, password: given })).token;
  const ends = async (token: string) => codeOf(await own.authenticate(token));
  const first = await open();
  valueOf(await operators.signOut(first));
  expect(await ends(first)).toBe("UNAUTHORIZED_OPERATOR");
  const second = await open();
  valueOf(await operators.signOutAll(platform, "choi"));
  expect(await ends(second)).toBe("UNAUTHORIZED_OPERATOR");
  const third = await open();
  valueOf(await operators.change(platform, "choi", { password: "yet another password" }));
  expect(await ends(third)).toBe("UNAUTHORIZED_OPERATOR");
  const fourth = await open("yet another password");
  valueOf(await operators.remove(platform, "choi"));
  expect(await ends(fourth)).toBe("UNAUTHORIZED_OPERATOR");
  expect(codeOf(await operators.authenticate(merchants))).toBe("ok");
});

test("a password entered again refreshes the session of the platform", async () => {
  const { own, operators, clock } = await office();
  const { token, device } = valueOf(await own.signIn(choi));
  await clock.advance(16 * 60_000);
  expect(valueOf(await own.authenticate(token)).isPasswordFresh).toBe(false);
  expect(codeOf(await operators.confirmPassword(token, { password: kim.password }, { device }))).toBe(
    "INCORRECT_OPERATOR_CREDENTIALS",
  );
  valueOf(await operators.confirmPassword(token, { password }, { device }));
  expect(valueOf(await own.authenticate(token)).isPasswordFresh).toBe(true);
});

test("sessions and tries of the platform are purged once their time is over", async () => {
  const { own, clock, payments, memory } = await office();
  await own.signIn({ ...choi, password: "wrong" });
  valueOf(await own.signIn({ ...choi, name: "choi" }));
  await own.signIn({ ...choi, name: "stranger" });
  await clock.advance(13 * 3_600_000);
  expect(await payments.work.runDue()).toMatchObject({ failed: 0 });
  for (const kind of ["operatorSession", "operatorTries"]) expect(await memory.listDue(kind, 10)).toEqual([]);
});

test("what the platform's operators changed is listed apart from merchants'", async () => {
  const { operators } = await office();
  const asked = { operator: "choi", role: "owner", operation: "resolveAttempt", about: { key: "approval-x" } } as const;
  const { id } = valueOf(await operators.beginAction(platform, asked));
  valueOf(await operators.endAction(platform, { id, code: null }));
  expect(valueOf(await operators.actions(platform)).items).toMatchObject([{ ...asked, code: null }]);
  expect(valueOf(await operators.actions(shop)).items).toEqual([]);
});
