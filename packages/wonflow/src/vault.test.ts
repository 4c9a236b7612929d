import { expect, test } from "vitest";

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

test("a secret is exchanged by putting a new one in front", async () => {
  const envelope = await webCryptoVault([older]).seal("text");
  const exchanged = webCryptoVault([secret, older]);
  expect(await exchanged.open(envelope)).toBe("text");
  expect(await webCryptoVault([secret]).open(await exchanged.seal("new"))).toBe("new");
});

test("fingerprints are equal for equal texts under one secret only; hashes are the same for all", async () => {
  const [one, same, other] = [webCryptoVault([secret]), webCryptoVault([secret]), webCryptoVault([older])];
  expect(await one.fingerprint("text")).toBe(await same.fingerprint("text"));
  expect(await one.fingerprint("text")).not.toBe(await other.fingerprint("text"));
  expect(await one.fingerprint("text")).not.toBe(await one.hash("text"));
  expect(await one.hash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a short secret is refused", () => {
  expect(() => webCryptoVault(["short"])).toThrow("at least 32 characters");
});
