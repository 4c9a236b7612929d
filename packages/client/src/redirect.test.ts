import { describe, expect, test } from "vitest";

import { isWonflowError, verifyRedirect, type RedirectQuery } from "./index.ts";

const intentKey = "ik_0123456789abcdefgh";
const orderId = "order-20261120-0001";
const stored = { orderId, amount: 10_000 };
const verified = { intentKey, orderId, amount: 10_000 };
const query = `orderId=${orderId}&intentKey=${intentKey}&amount=10000`;

function refusalOf(wrong: RedirectQuery) {
  try {
    return verifyRedirect(wrong, stored);
  } catch (error) {
    if (isWonflowError(error)) return [error.code, error.nextAction];
    throw error;
  }
}

describe("what a buyer came back with", () => {
  test.each<[string, RedirectQuery]>([
    ["a query", query],
    ["a query with its question mark", `?${query}`],
    ["an address", `https://shop.example/ok?cart=7&${query}#paid`],
    ["an address without its host", `/ok?${query}`],
    ["a URL", new URL(`https://shop.example/ok?${query}`)],
    ["its parameters", new URLSearchParams(query)],
    ["an object of them", Object.fromEntries(new URLSearchParams(query))],
    ["an object with parameters of such names", { ...verified, amount: "10000", searchParams: "x", getAll: "y" }],
    ["an object with other things", { ...verified, amount: "10000", cart: ["a", "b"], get: { all: "x" } }],
  ])("is verified as %s", (_, right) => {
    expect(verifyRedirect(right, stored)).toEqual(verified);
  });

  test("is verified where a runtime's classes have no tag, or are another realm's", () => {
    const parameters = new URLSearchParams(query);
    const untagged = { getAll: (name: string) => parameters.getAll(name) };
    expect(verifyRedirect(untagged, stored)).toEqual(verified);
    expect(verifyRedirect({ searchParams: untagged }, stored)).toEqual(verified);
  });

  test.each(["1", "9999", "10001", "100000", "9007199254740991"])("with an amount of %s is rejected", (amount) => {
    const changed = query.replace("amount=10000", `amount=${amount}`);
    expect(refusalOf(changed)).toEqual(["REDIRECT_AMOUNT_MISMATCH", "reject"]);
  });

  test.each<[string, RedirectQuery]>([
    ["nothing", ""],
    ["no amount", query.replace("&amount=10000", "")],
    ["no intentKey", query.replace(intentKey, "")],
    ["two amounts", `${query}&amount=10000`],
    ["two amounts, the last one another", `${query}&amount=1`],
    ["two orders", `orderId=${orderId}&${query}`],
    ["two intentKeys, in an object", { ...verified, amount: "10000", intentKey: [intentKey, "other"] }],
    ["an amount in a list of lists", { ...verified, amount: [["10000"]] }],
    ["another order", query.replace("0001", "0002")],
    ["an order in other letters", query.replace("order-", "ORDER-")],
    ["an invalid intentKey", query.replace(intentKey, "ik")],
    ["an intentKey that leads elsewhere", query.replace(intentKey, "../../merchants/1/xx%2F")],
    ["a number where a text must be", { ...verified }],
    ["parameters before the query", `https://shop.example/${query}`],
    ["parameters in the fragment", `https://shop.example/ok#?${query}`],
    ["a query in a query", `next=/ok?${query.replaceAll("&", "%26")}`],
    ...["10000.0", "10000.5", "1e4", "0x2710", "+10000", "-10000", "010000", " 10000", "10,000", "₩10000", ""].map(
      (amount): [string, RedirectQuery] => [`an amount of ${JSON.stringify(amount)}`, { ...verified, amount }],
    ),
    ["an amount that no number holds exactly", { ...verified, amount: "9007199254740993" }],
    ["an amount without an end", { ...verified, amount: "9".repeat(400) }],
  ])("with %s is not confirmed", (_, wrong) => {
    expect(refusalOf(wrong)).toEqual(["INVALID_REDIRECT", "look-up"]);
  });

  test("can't be compared with what is no order: the text of an amount, a fraction, none", () => {
    for (const amount of ["10000", 10_000n, 0.5, 0, -1, NaN, Infinity, 2 ** 53, undefined]) {
      const wrong = { orderId, amount: amount as number };
      expect(() => verifyRedirect(query, wrong)).toThrow(TypeError);
    }
    expect(() => verifyRedirect(query, { amount: 10_000 } as typeof stored)).toThrow(TypeError);
  });
});
