import { testVault } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";

const password = "four words are better";
const hour = 3_600_000;

async function signedIn(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  const { operators } = world.payments;
  await operators.set(shop, { name: "kim", password });
  const signIn = async () => valueOf(await operators.signIn({ ...shop, name: "kim", password }));
  return { ...world, checkout: world.session, operators, signIn, session: await signIn() };
}

test("a token authenticates its operator, and the CSRF token can be read again", async () => {
  const { operators, session } = await signedIn();
  const { csrfToken, expiresAt, passwordFreshUntil } = session;
  const fresh = { passwordFreshUntil, isPasswordFresh: true };
  const operator = { tenant: shop, name: "kim", role: "owner", csrfToken, expiresAt, ...fresh };
  expect(valueOf(await operators.authenticate(session.token))).toEqual(operator);
  expect(valueOf(await operators.authenticate(session.token, { csrfToken: session.csrfToken }))).toEqual(operator);
});

test("a session ends after exactly 12 hours, also before its record is removed", async () => {
  const { operators, session, clock, payments, memory } = await signedIn();
  await clock.advance(12 * hour - 1);
  await payments.work.runDue();
  expect(codeOf(await operators.authenticate(session.token))).toBe("ok");
  await clock.advance(1);
  expect(codeOf(await operators.authenticate(session.token))).toBe("UNAUTHORIZED_OPERATOR");
  expect(await memory.listDue("operatorSession", 1)).toHaveLength(1);
  await payments.work.runDue();
  expect(await memory.listDue("operatorSession", 1)).toEqual([]);
});

test("a setting says how long a session lasts", async () => {
  const { operators, session, clock } = await signedIn({ settings: { operatorSessionMs: hour } });
  expect(session.expiresAt).toBe(clock.now() + hour);
  await clock.advance(hour);
  expect(codeOf(await operators.authenticate(session.token))).toBe("UNAUTHORIZED_OPERATOR");
});

type Signed = Awaited<ReturnType<typeof signedIn>>;

const endings: readonly (readonly [what: string, end: (signed: Signed) => Promise<unknown>, others: string])[] = [
  ["a sign-out", ({ operators, session }) => operators.signOut(session.token), "ok"],
  ["a sign-out of all", ({ operators }) => operators.signOutAll(shop, "kim"), "UNAUTHORIZED_OPERATOR"],
  ["a removal", ({ operators }) => operators.remove(shop, "kim"), "UNAUTHORIZED_OPERATOR"],
  [
    "a new password, though it is the same",
    ({ operators }) => operators.set(shop, { name: "kim", password }),
    "UNAUTHORIZED_OPERATOR",
  ],
  [
    "a removal, also after another person gets the name",
    async ({ operators }) => {
      await operators.remove(shop, "kim");
      await operators.set(shop, { name: "kim", password });
    },
    "UNAUTHORIZED_OPERATOR",
  ],
];

test.each(endings)("a session is over after %s", async (_what, end, others) => {
  const signed = await signedIn();
  const other = await signed.signIn();
  await signed.operators.set(shop, { name: "lee", password });
  const lee = valueOf(await signed.operators.signIn({ ...shop, name: "lee", password }));
  await end(signed);
  expect(codeOf(await signed.operators.authenticate(signed.session.token))).toBe("UNAUTHORIZED_OPERATOR");
  expect(codeOf(await signed.operators.authenticate(other.token))).toBe(others);
  expect(codeOf(await signed.operators.authenticate(lee.token))).toBe("ok");
});

test("signing out again, or with an invalid token, changes nothing", async () => {
  const { operators, session, signIn } = await signedIn();
  const other = await signIn();
  for (const token of [session.token, session.token, "os_7_test_", ""]) {
    expect(valueOf(await operators.signOut(token))).toEqual({ signedOut: true });
  }
  expect(codeOf(await operators.authenticate(other.token))).toBe("ok");
});

const changed: readonly (readonly [what: string, change: (token: string) => string])[] = [
  ["another merchant's id in it", (token) => token.replace("os_7_", "os_8_")],
  ["the other mode in it", (token) => token.replace("_test_", "_live_")],
  ["another letter at its end", (token) => `${token.slice(0, -1)}x`],
  ["one letter less", (token) => token.slice(0, -1)],
  ["the letters of a checkout token", (token) => token.replace("os_", "cs_")],
  ["a line break after it", (token) => `${token}\n`],
  ["nothing else", () => ""],
];

test.each(changed)("a token with %s authenticates no operator", async (_what, change) => {
  const { operators, session, payments } = await signedIn();
  await payments.merchants.register({ ...shop, mId: 8, name: "Other Shop", feeRate: "1" });
  await operators.set({ ...shop, mId: 8 }, { name: "kim", password });
  expect(codeOf(await operators.authenticate(change(session.token)))).toBe("UNAUTHORIZED_OPERATOR");
});

test("a checkout token authenticates no operator, and an operator's token opens no checkout", async () => {
  const { operators, session, payments, checkout } = await signedIn();
  const { token } = await checkout();
  expect(codeOf(await operators.authenticate(token))).toBe("UNAUTHORIZED_OPERATOR");
  expect(codeOf(await payments.checkout.read(session.token))).toBe("NOT_FOUND_PAYMENT_SESSION");
});

test.each<readonly [what: string, csrfToken: (own: string, others: string) => string]>([
  ["none", () => ""],
  ["another session's", (_own, others) => others],
  ["a part of it", (own) => own.slice(0, -1)],
  ["one letter more", (own) => `${own}0`],
])("a write is refused with this CSRF token: %s", async (_what, csrfToken) => {
  const { operators, session, signIn } = await signedIn();
  const other = await signIn();
  const write = { csrfToken: csrfToken(session.csrfToken, other.csrfToken) };
  expect(codeOf(await operators.authenticate(session.token, write))).toBe("INVALID_CSRF_TOKEN");
});

test("a missing session takes precedence over a wrong CSRF token", async () => {
  const { operators, session } = await signedIn();
  await operators.signOut(session.token);
  expect(codeOf(await operators.authenticate(session.token, { csrfToken: "" }))).toBe("UNAUTHORIZED_OPERATOR");
});

test("a session survives the rotation of the service's secret", async () => {
  let secrets: readonly [string, ...string[]] = ["old"];
  const byOne = testVault();
  const vault = {
    ...byOne,
    async fingerprints(text: string): Promise<readonly [string, ...string[]]> {
      const [first, ...others] = secrets;
      const by = async (secret: string) => (await byOne.fingerprints(`${secret} ${text}`))[0];
      return [await by(first), ...(await Promise.all(others.map(by)))];
    },
  };
  const { operators, session } = await signedIn({ vault });
  const { token, csrfToken } = session;
  secrets = ["new", "old"];
  expect(codeOf(await operators.authenticate(token, { csrfToken }))).toBe("ok");
  const renewed = valueOf(await operators.authenticate(token));
  secrets = ["new"];
  expect(codeOf(await operators.authenticate(token, { csrfToken }))).toBe("INVALID_CSRF_TOKEN");
  expect(codeOf(await operators.authenticate(token, renewed))).toBe("ok");
});
