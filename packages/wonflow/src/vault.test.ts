import { expect, test } from "vitest";
import { memoryStore } from "@wonflow/store-memory";
import { createPayments } from "./create-payments.ts";
import { sandboxGateway } from "./sandbox.ts";
import { webCryptoVault } from "./vault.ts";

const secret = "0123456789abcdef0123456789abcdef";
const older = "an older secret of thirty-two characters";

test("what is sealed can be opened, and never looks the same twice", async () => {
  const vault = webCryptoVault([secret]);
  const text = "홍길동 900101 ".repeat(100);
  const [first, second] = [await vault.seal(text), await vault.seal(text)];
  expect(await vault.open(first)).toBe(text);
  expect(first).not.toBe(second);
  expect(first).not.toContain("900101");
});

test("an envelope that was altered, or moved to another secret, is not opened", async () => {
  const vault = webCryptoVault([secret]);
  const envelope = await vault.seal("text");
  const [version, id, iv = "", sealed = ""] = envelope.split(".");
  const altered = `${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}`;
  await expect(vault.open([version, id, iv, altered].join("."))).rejects.toThrow();
  await expect(webCryptoVault([older]).open(envelope)).rejects.toThrow("No secret opens");
  await expect(vault.open("nonsense")).rejects.toThrow("No secret opens");
});

test("a secret is rotated by adding a new one in front", async () => {
  const envelope = await webCryptoVault([older]).seal("text");
  const rotated = webCryptoVault([secret, older]);
  expect(await rotated.open(envelope)).toBe("text");
  expect(await webCryptoVault([secret]).open(await rotated.seal("new"))).toBe("new");
});

test("fingerprints are equal for equal texts under one secret only; hashes are the same for all", async () => {
  const [one, same, other] = [webCryptoVault([secret]), webCryptoVault([secret]), webCryptoVault([older])];
  expect(await one.fingerprints("text")).toEqual(await same.fingerprints("text"));
  expect(await one.fingerprints("text")).not.toEqual(await other.fingerprints("text"));
  expect(await one.fingerprints("text")).not.toEqual([await one.hash("text")]);
  expect(await one.hash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("during a rotation there is a fingerprint under each secret, the newest first", async () => {
  const [before] = await webCryptoVault([older]).fingerprints("text");
  const [after] = await webCryptoVault([secret]).fingerprints("text");
  expect(await webCryptoVault([secret, older]).fingerprints("text")).toEqual([after, before]);
});

test("a response that was stored before a rotation is replayed after it", async () => {
  const store = memoryStore();
  const tenant = { mId: 7, mode: "test" } as const;
  const gateways = { test: await sandboxGateway() };
  const serviceWith = (secrets: readonly [string, ...string[]]) => createPayments({ store, gateways, secret: secrets });
  await serviceWith([older]).merchants.register({ ...tenant, name: "Corner Shop", feeRate: "3.3" });
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const order = { customerId: "c0a8-11e9-buyer", orderId: "order-20261120-0001", orderName: "Tea", ...urls };
  const create = (secrets: readonly [string, ...string[]], value = 10_000) =>
    serviceWith(secrets).sessions.create(tenant, { ...order, amount: { value } }, { idempotencyKey: "k" });
  const first = await create([older]);
  expect(first.ok).toBe(true);
  expect(await create([secret, older])).toEqual(first);
  expect(await create([secret, older], 9_999)).toMatchObject({ error: { code: "IDEMPOTENCY_KEY_REUSED" } });
  expect(await create([secret])).toMatchObject({ error: { code: "IDEMPOTENCY_KEY_REUSED" } });
});

test("a short secret is refused", () => {
  expect(() => webCryptoVault(["short"])).toThrow("at least 32 characters");
});
