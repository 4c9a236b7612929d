import { describe, expect, test } from "vitest";
import { openService, order } from "../test/open-service.ts";

const path = "/px/payfront/sessions";

/** The JSON of an order with one field written as it is. */
function textWith(field: string, json: string): string {
  return `${JSON.stringify({ ...order, [field]: undefined }).slice(0, -1)},"${field}":${json}}`;
}

describe("an order is refused, with the name of its field, whose", () => {
  test.each([
    ["amount", '{"value":1000,"currency":"USD"}', "INVALID_AMOUNT", "amount.currency"],
    ["amount", '{"value":1000,"currency":"krw"}', "INVALID_AMOUNT", "amount.currency"],
    ["amount", '{"value":1000,"currency":410}', "INVALID_AMOUNT", "amount.currency"],
    ["amount", '{"value":1000,"unit":"won"}', "INVALID_REQUEST", "amount.unit"],
    ["taxFreeAmount", "null", "INVALID_REQUEST", "taxFreeAmount"],
    ["ordername", '"x"', "INVALID_REQUEST", "ordername"],
    ["metadata", '{"a":1,"__proto__":"x"}', "INVALID_METADATA", "metadata.__proto__"],
    ["metadata", '{"__proto__":null}', "INVALID_METADATA", "metadata.__proto__"],
    ["metadata", '{"\\u005f_proto__":{"a":1}}', "INVALID_METADATA", "metadata.__proto__"],
    ["orderName", '"\\u200b\\u200b"', "INVALID_REQUEST", "orderName"],
    ["orderName", '"\\u3164"', "INVALID_REQUEST", "orderName"],
    ["orderName", '"녹차\\n100g"', "INVALID_REQUEST", "orderName"],
    ["orderName", `"${"🍜".repeat(101)}"`, "INVALID_REQUEST", "orderName"],
    ["kyc", '{"name":"\\u3164","registNo":"900101"}', "INVALID_REQUEST", "kyc.name"],
    ["kyc", '{"name":"김\\r\\n철수","registNo":"900101"}', "INVALID_REQUEST", "kyc.name"],
  ])("%s is %s", async (field, json, code, named) => {
    const { call } = await openService();
    const answer = await call("POST", path, { raw: textWith(field, json) });
    expect([answer.status, answer.json.code, answer.json.details?.map((one) => one.field)]).toEqual([
      400,
      code,
      [named],
    ]);
  });
});

describe("an order is taken whose", () => {
  test.each([
    ["amount", '{"value":10000,"currency":"KRW"}'],
    ["amount", '{"value":10000,"currency":null}'],
    ["metadata", '{"proto":"x","constructor":"y","toString":"z"}'],
    ["orderName", `"${"🍜".repeat(100)}"`],
  ])("%s is %s", async (field, json) => {
    const { call } = await openService();
    expect((await call("POST", path, { raw: textWith(field, json) })).status).toBe(201);
  });
});

test("an idempotent request is the same with its currency and without", async () => {
  const { call } = await openService();
  const headers = { "Idempotency-Key": "once" };
  const first = await call("POST", path, { body: order, headers });
  const amount = { ...order.amount, currency: "KRW" };
  const second = await call("POST", path, { body: { ...order, amount }, headers });
  expect([second.status, second.body]).toEqual([201, first.body]);
});
