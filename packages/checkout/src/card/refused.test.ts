import { authenticationRefusals } from "@wonflow/core";
import { expect, test } from "vitest";
import { refusalOf } from "./refused.ts";

test.each([
  [["number"], "personal", { number: "numberWrong" }],
  [["expiryYear"], "personal", { expiry: "expiryShort" }],
  [["registNo", "passwordFront2"], "corporate", { registNo: "businessShort", passwordFront2: "passwordShort" }],
  [["registNo", "other"], "personal", { registNo: "birthDateWrong" }],
  [["installmentPlanMonths"], "personal", { installmentPlanMonths: "plansWrong" }],
  [["termsAgreed"], "personal", { agreed: "agreeEmpty" }],
] as const)("a request with the wrong fields %j, %s", (fields, holder, problems) => {
  const details = fields.map((field) => ({ field, code: "INVALID_REQUEST" }));
  expect(refusalOf({ code: "INVALID_REQUEST", details }, holder)).toEqual({ problems, triesLeft: undefined });
});

test.each([
  ["INVALID_CARD_NUMBER", "number", "personal", { number: "numberRefused" }],
  ["INVALID_CARD_EXPIRATION", "expiryMonth", "personal", { expiry: "expiryRefused" }],
  ["INVALID_CARD_PASSWORD", "passwordFront2", "personal", { passwordFront2: "passwordRefused" }],
  ["INVALID_CARD_IDENTITY", "registNo", "personal", { registNo: "birthDateRefused" }],
  ["INVALID_CARD_IDENTITY", "registNo", "corporate", { registNo: "businessRefused" }],
  [
    "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT",
    "installmentPlanMonths",
    "personal",
    { installmentPlanMonths: "plansRefused" },
  ],
  ["INVALID_CARD_INSTALLMENT_PLAN", "installmentPlanMonths", "personal", { installmentPlanMonths: "plansTooSmall" }],
] as const)("a card refused with %s beside %s, %s", (code, field, holder, problems) => {
  expect(refusalOf({ code, details: [{ field, code }], triesLeft: 3 }, holder)).toEqual({ problems, triesLeft: 3 });
});

test("every refusal of a gateway is explained: what to correct, or that another card is needed", () => {
  for (const code of authenticationRefusals) {
    const fields = ["INVALID_CARD_NUMBER", "INVALID_CARD_EXPIRATION", "INVALID_CARD_PASSWORD", "INVALID_CARD_IDENTITY"];
    const details = fields.includes(code) ? [{ field: "number", code }] : undefined;
    const refusal = refusalOf({ code, details, triesLeft: 4 }, "personal");
    // The gateway's own failures are no fault of the card: pressing again may help.
    if (code === "PROVIDER_ERROR") expect(refusal).toBeUndefined();
    else if (details === undefined)
      expect(refusal).toMatchObject({ card: expect.any(String), problems: {}, triesLeft: 4 });
    else expect(refusal).toMatchObject({ triesLeft: 4 });
  }
});

test("what is not about the card is no refusal of it", () => {
  expect(refusalOf({ code: "CONCURRENT_REQUEST" }, "personal")).toBeUndefined();
  expect(refusalOf({ code: "INVALID_REQUEST", details: [{ field: "other", code: "X" }] }, "personal")).toBeUndefined();
});
