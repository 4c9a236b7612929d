// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { filtersIn, foundBy, guessedBy, listQuery, pageOf } from "./payment-filters.ts";

describe("a typed text is looked up as what it most likely is", () => {
  test.each([
    ["0009", "lastFourDigits"],
    ["00000012", "approvalNumber"],
    ["123456", "approvalNumber"],
    ["order-20261125-00173", "orderId"],
    ["8Vk2Wm6Xs0Tz4Ud8Of1Lp", "intentKey"],
    ["승인", "approvalNumber"],
  ])("%s is %s", (text, by) => {
    expect(guessedBy(text)).toBe(by);
  });

  test("unless a person says so", () => {
    expect(foundBy({ find: "8Vk2Wm6Xs0Tz4Ud8Of1Lp", by: "orderId" })).toBe("orderId");
    expect(foundBy({ find: "0009", by: "nonsense" })).toBe("lastFourDigits");
  });
});

test.each([
  ["", ""],
  ["status=DONE&from=2026-11-01&to=2026-11-30", "status=DONE&from=2026-11-01&to=2026-11-30"],
  ["least=1000&most=5000&company=11", "amountGte=1000&amountLte=5000&issuerCode=11"],
  ["company=11&method=KAKAOPAY", "issuerCode=11&method=KAKAOPAY"],
  ["find=0009", "lastFourDigits=0009"],
  ["find=a%26b", "approvalNumber=a%26b"],
  ["by=orderId", ""],
])("the address %j asks for %j", (address, query) => {
  const filters = filtersIn(new URLSearchParams(address));
  expect(listQuery(filters)).toBe(query);
  expect(pageOf(filters)).toBe(address === "" ? "payments" : `payments?${address}`);
});
