import { randomBytes, scryptSync } from "node:crypto";

import { memoryStore } from "@wonflow/store-memory";
import { expect, test } from "vitest";

import { createPayments } from "./create-payments.ts";
import { scryptPasswords } from "./scrypt-passwords.ts";

const password = "four words are better";
const passwords = scryptPasswords();

test("a password is verified by its hash, and no other is", async () => {
  const hash = await passwords.hash(password);
  expect(await passwords.verify(password, hash)).toBe(true);
  for (const other of ["", `${password} `, password.slice(0, -1), password.toUpperCase(), "비밀번호는 길게 쓰세요"]) {
    expect(await passwords.verify(other, hash)).toBe(false);
  }
});

test("a hash contains its parameters, never looks the same twice, and does not contain the password", async () => {
  const [first, second] = [await passwords.hash(password), await passwords.hash(password)];
  expect(first).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/);
  expect(first).not.toBe(second);
  expect(await passwords.verify(password, second)).toBe(true);
});

test("a password of any letters is kept whole", async () => {
  const long = "🍜김치".repeat(66);
  const hash = await passwords.hash(long);
  expect(await passwords.verify(long, hash)).toBe(true);
  expect(await passwords.verify(long.slice(0, -1), hash)).toBe(false);
});

test("what was hashed at another cost can be verified", async () => {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 1024, r: 4, p: 2 });
  const hash = `$scrypt$ln=10,r=4,p=2$${salt.toString("base64url")}$${key.toString("base64url")}`;
  expect(await passwords.verify(password, hash)).toBe(true);
  expect(await passwords.verify(`${password}!`, hash)).toBe(false);
});

test.each(["", "x", "$scrypt$ln=14,r=8,p=5$salt$key", "$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaA"])(
  "what is no hash is no refusal: %j",
  async (hash) => {
    await expect(passwords.verify(password, hash)).rejects.toThrow("no password's hash");
  },
);

test("a service hashes its operators' passwords so by default", async () => {
  const payments = createPayments({ store: memoryStore(), gateways: {}, secret: "s".repeat(32) });
  const shop = { mId: 7, mode: "test" } as const;
  await payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3" });
  await payments.operators.set(shop, { name: "kim", password });
  expect(await payments.operators.signIn({ ...shop, name: "kim", password })).toMatchObject({ ok: true });
  expect(await payments.operators.signIn({ ...shop, name: "kim", password: "five words are worse" })).toMatchObject({
    error: { code: "INCORRECT_OPERATOR_CREDENTIALS" },
  });
});
