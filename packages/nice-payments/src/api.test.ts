import { describe, expect, test } from "vitest";
import { enciphered, isSecretKey, signatureOf } from "./api.ts";
import { cutToBytes, inAnySpelling, isSameText, withoutSecrets } from "./transport.ts";
import { z } from "zod";

describe("signatures and enciphered cards", () => {
  /** By `openssl enc -aes-256-cbc`; the manual prints the same. */
  test("a card is enciphered as the manual shows it", () => {
    const fields = { cardNo: "1234567890123456", expYear: "25", expMonth: "12", idNo: "800101", cardPw: "12" };
    expect(enciphered(fields, "2dcc2a0d63bf469490bb19a201be3735")).toBe(
      "6ecfe97e521bc67c3053d74a9dbdba53033d343fc9e8e38e730964b22ef2e4a59607171b00a9da977141b3f79fffa1e80a16c08bc58666b479f554a966a363414347e62f2621f8df220c7a4a545592d0",
    );
  });

  /** By `sha256sum`. */
  test("a payment is signed over its order, card and time, and the secret key", () => {
    const parts = ["order-20261125-0001", "BIKYnicemu00m1261125140000001", "2026-11-25T05:00:00.000Z"];
    expect(signatureOf(parts, "0123456789abcdef0123456789abcdef")).toBe(
      "4e88ab4450d6c88b5d5df025f4b222bd42260cffae59f0346373435ca09146e8",
    );
  });

  test.each([
    ["0123456789abcdef0123456789abcdef", true],
    ["0123456789abcdef", false],
    ["", false],
    ["열여섯 글자가 서른두 바이트인 열쇠", false],
  ])("the secret key %j: %s", (secretKey, is) => expect(isSecretKey(secretKey)).toBe(is));
});

describe("the transport's parts", () => {
  test.each([
    ["우롱차", 9, "우롱차"],
    ["우롱차", 8, "우롱"],
    ["차🍵", 6, "차"],
    ["\ud83c", 4, "\ufffd"],
    ["tea", 0, ""],
  ])("%j cut to %i bytes is %j", (text, bytes, cut) => expect(cutToBytes(text, bytes)).toBe(cut));

  const named = inAnySpelling(z.object({ resultCode: z.string(), bid: z.string().optional() }));

  test.each([
    [
      { ResultCode: "0000", BID: "B1" },
      { resultCode: "0000", bid: "B1" },
    ],
    [{ resultCode: "0000", RESULTCODE: "0000" }, { resultCode: "0000" }],
    [{ resultCode: "0000", ResultCode: "2013" }, undefined],
    [["0000"], undefined],
    [null, undefined],
    ["0000", undefined],
  ])("%j is read as %j", (given, read) => expect(named.safeParse(given).data).toEqual(read));

  test("texts are the same or not", () => {
    expect([isSameText("a", "a"), isSameText("a", "b"), isSameText("", "a")]).toEqual([true, false, false]);
  });

  test("a provider's words lose the secrets of the account", () => {
    const said = withoutSecrets({ code: "U104", message: "wrong: s3cret, s3cret" }, ["s3cret"]);
    expect(said).toEqual({ code: "U104", message: "wrong: …, …" });
  });
});
