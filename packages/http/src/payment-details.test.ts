import { expect, test } from "vitest";

import { openService } from "../test/open-service.ts";

const place = (intentKey: string) => `/merchants/1/payments/${intentKey}`;

test.each(["timeline", "cancellation-preview"])(
  "the %s of a payment that does not exist is not found",
  async (what) => {
    const { call } = await openService();
    for (const intentKey of ["x".repeat(21), "short", "no%2Fpayment"]) {
      const { status, json } = await call("GET", `${place(intentKey)}/${what}`);
      expect([status, json.code]).toEqual([404, "NOT_FOUND_PAYMENT"]);
    }
  },
);

test.each([
  ["amount=1000", "amount"],
  ["cancelAmount=-1", "cancelAmount"],
  ["cancelAmount=1e3", "cancelAmount"],
  ["taxFreeAmount=x", "taxFreeAmount"],
])("a preview of %s is refused by its field", async (query, field) => {
  const { call } = await openService();
  const { status, json } = await call("GET", `${place("x".repeat(21))}/cancellation-preview?${query}`);
  expect([status, json.details?.[0]?.field]).toEqual([400, field]);
});

test("another merchant is not found in the path", async () => {
  const { call } = await openService();
  const { json } = await call("GET", `/merchants/2/payments/${"x".repeat(21)}/timeline`);
  expect(json.code).toBe("NOT_FOUND_MERCHANT");
});
