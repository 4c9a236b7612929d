import { testPasswords } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import { signInRooms, type Passwords } from "./password-check.ts";
import type { SignInFrom } from "./password-tries.ts";

const password = "four words are better";
const wrong = "five words are worse";
const minute = 60_000;
const [office, home] = [{ address: "198.51.100.1" }, { address: "198.51.100.2" }];

async function shopWithKim(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  const { operators } = world.payments;
  await operators.set(shop, { name: "kim", password });
  const signIn = (given: string, from: SignInFrom = {}, name = "kim") =>
    operators.signIn({ ...shop, name, password: given }, from);
  const deviceOf = async (from: SignInFrom = {}, name = "kim") => valueOf(await signIn(password, from, name)).device;
  /** So many wrong passwords, one after the other, from an address each where none is given. */
  const guess = async (count: number, from?: SignInFrom, name = "kim") => {
    const codes = new Set<string>();
    for (let n = 0; n < count; n += 1) codes.add(codeOf(await signIn(wrong, from ?? { address: `10.0.0.${n}` }, name)));
    return [...codes];
  };
  return { ...world, operators, signIn, deviceOf, guess };
}

test("ten wrong passwords lock a name for their address only", async () => {
  const { signIn, guess } = await shopWithKim();
  await guess(10, home);
  expect(codeOf(await signIn(password, home))).toBe("TOO_MANY_REQUESTS");
  expect(codeOf(await signIn(password, office))).toBe("ok");
  expect(codeOf(await signIn(password))).toBe("ok");
});

test.each(["kim", "lee"])(
  "a hundred wrong passwords from any addresses lock the name %s for every stranger, until the first is purged",
  async (name) => {
    const { signIn, guess, clock } = await shopWithKim();
    expect(await guess(50, undefined, name)).toEqual(["INCORRECT_OPERATOR_CREDENTIALS"]);
    await clock.advance(5 * minute);
    for (let n = 0; n < 50; n += 1) await signIn(wrong, { address: `10.0.1.${n}` }, name);
    const locked = await signIn(password, office, name);
    expect(locked).toEqual({ ok: false, error: { code: "TOO_MANY_REQUESTS", retryAfterMs: 10 * minute } });
    await clock.advance(10 * minute);
    expect(codeOf(await signIn(password, office, name))).toBe(name === "kim" ? "ok" : "INCORRECT_OPERATOR_CREDENTIALS");
  },
);

test("strangers can't lock a known device out, however long they try", async () => {
  const { signIn, guess, deviceOf, clock } = await shopWithKim();
  const device = await deviceOf(office);
  for (let quarter = 0; quarter < 8; quarter += 1) {
    await guess(100);
    expect(await guess(20, office)).toEqual(["TOO_MANY_REQUESTS"]);
    expect(codeOf(await signIn(password, office))).toBe("TOO_MANY_REQUESTS");
    expect(valueOf(await signIn(password, { ...office, device })).device).toBe(device);
    await clock.advance(15 * minute);
  }
});

test("a known device has ten tries of its own", async () => {
  const { signIn, guess, deviceOf } = await shopWithKim();
  const device = await deviceOf();
  await guess(10, { device });
  expect(codeOf(await signIn(password, { device }))).toBe("TOO_MANY_REQUESTS");
  expect(codeOf(await signIn(password, office))).toBe("ok");
});

test("a device is known to the operator only that signed in on it", async () => {
  const { operators, payments, signIn, guess, deviceOf } = await shopWithKim();
  await operators.set(shop, { name: "lee", password });
  const live = { ...shop, mode: "live" } as const;
  await payments.merchants.register({ ...live, name: "Corner Shop", feeRate: "1" });
  await operators.set(live, { name: "kim", password });
  const own = await deviceOf();
  const ofLive = valueOf(await operators.signIn({ ...live, name: "kim", password })).device;
  const others = [
    await deviceOf({}, "lee"),
    ofLive,
    ofLive.replace("live", "test"),
    own.slice(0, -1),
    `${own}0`,
    "od",
    "",
  ];
  await guess(100);
  for (const device of others)
    expect([device, codeOf(await signIn(password, { device }))]).toEqual([device, "TOO_MANY_REQUESTS"]);
  expect(codeOf(await signIn(password, { device: own }))).toBe("ok");
});

test("a right password deletes the tries of its own source, and gives strangers no more", async () => {
  const { signIn, guess, deviceOf } = await shopWithKim();
  const device = await deviceOf();
  await guess(9, home);
  await guess(9, office);
  await guess(9, { device });
  expect(codeOf(await signIn(password, { device }))).toBe("ok");
  expect(codeOf(await signIn(password, office))).toBe("ok");
  expect(await guess(1, home)).toEqual(["INCORRECT_OPERATOR_CREDENTIALS"]);
  expect(codeOf(await signIn(password, home))).toBe("TOO_MANY_REQUESTS");
  expect(await guess(9, office)).toEqual(["INCORRECT_OPERATOR_CREDENTIALS"]);
});

test("tries of an earlier version are read", async () => {
  const { signIn, memory, clock } = await shopWithKim();
  const { operatorTriesRecord } = await import("./password-tries.ts");
  const before = { tries: 9, until: clock.now() + minute };
  const read = operatorTriesRecord.schema.parse(before);
  expect(read).toEqual({ ...before, sources: {} });
  expect(codeOf(await signIn(wrong))).toBe("INCORRECT_OPERATOR_CREDENTIALS");
  expect(await memory.listDue("operatorTries", 1)).toMatchObject([{ body: { tries: 1, sources: {} } }]);
});

test("no address is stored", async () => {
  const { guess, memory } = await shopWithKim();
  await guess(1, office);
  expect(JSON.stringify(await memory.listDue("operatorTries", 1))).not.toContain(office.address);
});

test.each<readonly [what: string, name: string, given: string]>([
  ["a wrong password", "kim", wrong],
  ["a name without an operator", "lee", password],
])("%s is refused two seconds after its request, and a right password passes at once", async (_what, name, given) => {
  const { signIn, clock } = await shopWithKim({ settings: { signInRefusalMs: 2_000 } });
  let code = "";
  const refused = signIn(given, {}, name).then((answer) => (code = codeOf(answer)));
  await clock.advance(1_999);
  expect(code).toBe("");
  await clock.advance(1);
  expect(await refused).toBe("INCORRECT_OPERATOR_CREDENTIALS");
  expect(codeOf(await signIn(password))).toBe("ok");
});

test.each([
  ["at once", 0],
  ["one after the other", 50],
])("ten guesses %s are refused as late for a name that exists as for a made-up one", async (_how, pauseMs) => {
  const checkMs = 400;
  const passwords = testPasswords();
  const verify: Passwords["verify"] = async (text, hash) => {
    await clock.after(checkMs).elapsed;
    return passwords.verify(text, hash);
  };
  const world = await shopWithKim({ settings: { signInRefusalMs: 2_000 }, passwords: { ...passwords, verify } });
  const { signIn, clock } = world;
  const timesOf = async (name: string) => {
    const took: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const asked = clock.now();
      void signIn(wrong, home, name).then(() => took.push(clock.now() - asked));
      await clock.advance(pauseMs);
    }
    for (let n = 0; n < 100; n += 1) await clock.advance(50);
    return took.toSorted((one, other) => one - other);
  };
  expect(await timesOf("kim")).toEqual(await timesOf("lee"));
});

/** Passwords whose checks wait until they are let go, one after the other. */
function held() {
  const passwords = testPasswords();
  const waiting: (() => void)[] = [];
  const watch: Passwords = {
    ...passwords,
    async verify(text, hash) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return passwords.verify(text, hash);
    },
  };
  return { passwords: watch, waiting };
}

test("however many made-up names are tried, an operator waits for one check at most", async () => {
  const { passwords, waiting } = held();
  const { signIn, clock } = await shopWithKim({ passwords });
  const madeUp = Array.from({ length: 50 }, (_, n) => signIn(wrong, {}, `name${n}`));
  await clock.advance(0);
  const right = signIn(password);
  await clock.advance(0);
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  await clock.advance(0);
  expect(waiting).toHaveLength(2);
  waiting[1]?.();
  expect(codeOf(await right)).toBe("ok");
  expect(new Set((await Promise.all(madeUp)).map(codeOf))).toEqual(new Set(["INCORRECT_OPERATOR_CREDENTIALS"]));
});

test("known devices are checked first, then the fewest wrong tries", async () => {
  const { passwords, waiting } = held();
  const { signIn, clock, operators } = await shopWithKim({ passwords });
  for (const name of ["lee", "park"]) await operators.set(shop, { name, password });
  const done: string[] = [];
  const begin = (what: string, ...[given, from, name]: Parameters<typeof signIn>) =>
    signIn(given, from, name).then((answer) => done.push(`${what}: ${codeOf(answer)}`));
  const letGo = async () => {
    waiting.shift()?.();
    await clock.advance(0);
  };
  const first = signIn(password, {}, "lee");
  await clock.advance(0);
  await letGo();
  const { device } = valueOf(await first);
  const all = [
    begin("first guess", wrong, home),
    begin("second guess", wrong, home),
    begin("third guess", wrong, home),
  ];
  await clock.advance(0);
  all.push(begin("stranger", password, home, "park"), begin("known", password, { device }, "lee"));
  await clock.advance(0);
  for (let n = 0; n < 5; n += 1) await letGo();
  await Promise.all(all);
  const refusal = "INCORRECT_OPERATOR_CREDENTIALS";
  expect(done).toEqual([
    `first guess: ${refusal}`,
    "known: ok",
    "stranger: ok",
    `second guess: ${refusal}`,
    `third guess: ${refusal}`,
  ]);
});

test("sign-ins under way have an end, which leaves room to other addresses and to known devices", async () => {
  const { signIn, deviceOf, clock } = await shopWithKim({ settings: { signInRefusalMs: 2_000 } });
  const device = await deviceOf(office);
  const flood = (address: string) =>
    Array.from({ length: signInRooms.strangers.each }, (_, n) => signIn(wrong, { address }, `${address}-${n}`));
  const crowded = { ok: false, error: { code: "TOO_MANY_REQUESTS", retryAfterMs: 1_000 } };
  const ofOne = flood("10.0.0.1");
  expect(await signIn(password, { address: "10.0.0.1" })).toEqual(crowded);
  expect(codeOf(await signIn(password, home))).toBe("ok");
  const ofTwo = flood("10.0.0.2");
  expect(await signIn(password, home)).toEqual(crowded);
  expect(codeOf(await signIn(password, { ...home, device }))).toBe("ok");
  await clock.advance(2_000);
  const refusals = await Promise.all([...ofOne, ...ofTwo]);
  expect(new Set(refusals.map(codeOf))).toEqual(new Set(["INCORRECT_OPERATOR_CREDENTIALS"]));
  expect(codeOf(await signIn(password, home))).toBe("ok");
});
