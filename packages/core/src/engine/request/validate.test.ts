import { describe, expect, test } from "vitest";
import { z } from "zod";
import { validate } from "./validate.ts";

const schema = z.object({
  name: z.string(),
  days: z.number(),
  items: z.array(z.string()),
  isDaily: z.boolean(),
  type: z.enum(["CORPORATE", "INDIVIDUAL"]),
  color: z.enum(["RED", "GREEN", "BLUE"]).optional(),
  months: z.int("must be a number of months").optional(),
  size: z.object({ width: z.number().default(1) }).prefault({}),
  account: z.object({ holderName: z.string() }),
  labels: z.record(z.string(), z.string()),
});

const good = {
  name: "Kim",
  days: 3,
  items: [],
  isDaily: true,
  type: "CORPORATE",
  account: { holderName: "Kim" },
  labels: {},
};

test.each([
  ["name", undefined, "name", "must be given"],
  ["name", 7, "name", "must be a string"],
  ["name", null, "name", "must be a string"],
  ["months", null, "months", "must be a number of months, or left out; null may be a value that got lost"],
  ["color", null, "color", "must be RED, GREEN or BLUE, or left out; null may be a value that got lost"],
  ["size", { width: null }, "size.width", "must be a number, or left out; null may be a value that got lost"],
  ["color", "PINK", "color", "must be RED, GREEN or BLUE"],
  ["days", "3", "days", "must be a number"],
  ["items", {}, "items", "must be a list"],
  ["items", [7], "items.0", "must be a string"],
  ["isDaily", "yes", "isDaily", "must be true or false"],
  ["type", "PERSON", "type", "must be CORPORATE or INDIVIDUAL"],
  ["type", undefined, "type", "must be CORPORATE or INDIVIDUAL"],
  ["account", undefined, "account", "must be given"],
  ["account", [], "account", "must be an object"],
  ["account", {}, "account.holderName", "must be given"],
  ["labels", "red", "labels", "must be an object"],
])("%s as %j: %s %s", (name, value, field, problem) => {
  expect(validate(schema, { ...good, [name]: value })).toMatchObject({
    error: { code: "INVALID_REQUEST", details: [{ field, problem }] },
  });
});

test("a field's own words come before the general ones", () => {
  expect(validate(z.object({ name: z.string("must be the name of a seller") }), {})).toMatchObject({
    error: { details: [{ field: "name", problem: "must be the name of a seller" }] },
  });
});

describe("a name that the schema does not have is refused with the closest one", () => {
  const request = z.object({
    amount: z.object({ value: z.number(), currency: z.string().optional() }).transform((given) => given),
    orderName: z.string().nullish(),
    metadata: z.record(z.string(), z.string()).optional(),
    items: z.array(z.object({ billing: z.string() })).prefault([]),
    stored: z.looseObject({}).optional(),
  });
  const amount = { value: 1 };

  test.each([
    [{ ordername: "x" }, "ordername", "orderName"],
    [{ order_name: "x" }, "order_name", "orderName"],
    [{ metaData: null }, "metaData", "metadata"],
    [{ amount: { ...amount, curency: "KRW" } }, "amount.curency", "currency"],
    [{ items: [{ billing: "a" }, { billing: "a", biling: "b" }] }, "items.1.biling", "billing"],
    [{ order: "x" }, "order", "orderName"],
  ])("%j", (given, field, closest) => {
    expect(validate(request, { amount, ...given })).toMatchObject({
      error: {
        code: "INVALID_REQUEST",
        details: [{ field, code: "INVALID_REQUEST", problem: `is not a known name; the closest is ${closest}` }],
      },
    });
  });

  test.each(["network", "cardNetwork"])("with the present one where %s is a former name", (former) => {
    const merchant = z.object({ gateway: z.string().optional(), name: z.string().optional() });
    expect(validate(merchant, { [former]: "x" })).toMatchObject({
      error: { details: [{ field: former, problem: "is not a known name any more: use gateway" }] },
    });
    expect(validate(z.object({ name: z.string().optional() }), { [former]: "x" })).toMatchObject({
      error: { details: [{ field: former, problem: "is not a known name; known: name" }] },
    });
  });

  const names = "amount, orderName, metadata, items, stored";
  test.each([
    [{ buyer: "x" }, "buyer", names],
    [{ items: [{ billing: "a", tax: 1 }] }, "items.0.tax", "billing"],
    [{ amount: { ...amount, taxFree: 1 } }, "amount.taxFree", "value, currency"],
    [JSON.parse('{ "__proto__": 1 }') as object, "__proto__", names],
    [{ constructor: 1 }, "constructor", names],
  ])("or with all of them where none is close: %j", (given, field, known) => {
    expect(validate(request, { amount, ...given })).toMatchObject({
      error: {
        code: "INVALID_REQUEST",
        details: [{ field, code: "INVALID_REQUEST", problem: `is not a known name; known: ${known}` }],
      },
    });
  });

  test("but not one whose value is undefined, nor one of what takes any name", () => {
    expect(
      validate(request, { amount, orderNam: undefined, metadata: { anything: "x" }, stored: { anything: 1 } }).ok,
    ).toBe(true);
  });
});
