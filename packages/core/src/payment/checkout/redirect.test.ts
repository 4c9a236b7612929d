import { expect, test } from "vitest";

import { cardEntry, createWorld, valueOf } from "../../../test/world.ts";
import { withParameters } from "./redirect.ts";

test.each([
  ["https://shop.example", "https://shop.example?a=1%262"],
  ["https://shop.example/?", "https://shop.example/?a=1%262"],
  ["https://shop.example/?b=2", "https://shop.example/?b=2&a=1%262"],
  ["https://shop.example/?b=2&", "https://shop.example/?b=2&a=1%262"],
  ["https://shop.example/#top", "https://shop.example/?a=1%262#top"],
  ["https://shop.example/?b=2#/route?x=1", "https://shop.example/?b=2&a=1%262#/route?x=1"],
  // Everything else stays, byte for byte.
  ["https://shop.example/?B=%EC%B0%A8&&c&=d&e=+%zz?f=g", "https://shop.example/?B=%EC%B0%A8&&c&=d&e=+%zz?f=g&a=1%262"],
  ["https://shop.example/?toString=1&A=2&a%5B%5D=3", "https://shop.example/?toString=1&A=2&a%5B%5D=3&a=1%262"],
  ["https://shop.example/?b=%ff%61#a=1", "https://shop.example/?b=%ff%61&a=1%262#a=1"],
  // Ours replace all of the same name, however it is encoded and however often.
  ["https://shop.example/?a=7", "https://shop.example/?a=1%262"],
  ["https://shop.example/?a=7&b=2&a&a=", "https://shop.example/?b=2&a=1%262"],
  ["https://shop.example/?b=2&%61=7&c=3#a=7", "https://shop.example/?b=2&c=3&a=1%262#a=7"],
])("%s", (url, expected) => {
  expect(withParameters(url, { a: "1&2" })).toBe(expected);
});

test("a parameter without a value is only removed", () => {
  expect(withParameters("https://shop.example/?a=7&b=2", { a: undefined, c: "3" })).toBe(
    "https://shop.example/?b=2&c=3",
  );
});

test("a shop that has parameters of our names reads ours, each once", async () => {
  const { payments, session } = await createWorld();
  const query = "orderId=mine&amount=1&intent%4bey=x&code=SPRING&message=hi";
  const urls = {
    successUrl: `https://shop.example/ok?${query}#amount=1`,
    failUrl: `https://shop.example/fail?${query}`,
  };
  const { token } = await session({ orderId: "order-20261120-0009", ...urls });
  const failed = new URL(valueOf(await payments.checkout.giveUp(token)).redirectUrl);
  expect([...failed.searchParams.keys()]).toEqual(["amount", "code", "message", "intentKey"]);
  expect(failed.searchParams.get("code")).toBe("PAY_PROCESS_CANCELED");
  const paid = new URL(valueOf(await payments.checkout.authenticate(token, cardEntry("kb"))).redirectUrl);
  // A success has no code: this one comes from the shop.
  expect([...paid.searchParams.keys()]).toEqual(["code", "message", "orderId", "intentKey", "amount"]);
  expect(Object.fromEntries(paid.searchParams)).toMatchObject({ code: "SPRING", orderId: "order-20261120-0009" });
  expect(paid.hash).toBe("#amount=1");
});
