import { describe, expect, test } from "vitest";
import { brandOf, passesLuhn, digitsOf, groupedBusinessNumber, groupedNumber, numberIn } from "./formatting.ts";

describe("the brand of a number", () => {
  const rows: readonly (readonly [digits: string, brand: string | undefined])[] = [
    ["", undefined],
    ["4", "Visa"],
    ["4000000000110009", "Visa"],
    ["5", undefined],
    ["50", undefined],
    ["51", "Mastercard"],
    ["55", "Mastercard"],
    ["56", undefined],
    ["2220", undefined],
    ["2221", "Mastercard"],
    ["2300", "Mastercard"],
    ["2699", "Mastercard"],
    ["2720", "Mastercard"],
    ["2721", undefined],
    ["33", undefined],
    ["34", "Amex"],
    ["37", "Amex"],
    ["3527", undefined],
    ["3528", "JCB"],
    ["3589", "JCB"],
    ["3590", undefined],
    ["300", "Diners Club"],
    ["305", "Diners Club"],
    ["306", undefined],
    ["36", "Diners Club"],
    ["38", "Diners Club"],
    ["62", "UnionPay"],
    ["81", "UnionPay"],
    ["9", "domestic"],
    ["1", undefined],
  ];
  test.each(rows)("%s is %s", (digits, brand) => {
    expect(brandOf(digits)?.name).toBe(brand);
  });

  test.each([
    ["4000000000110009", true],
    ["340000000071000", true],
    ["3528000000041001", true],
    ["4000000000110008", false],
    ["4000000001010009", false],
  ])("the check digit of %s: %s", (digits, right) => {
    expect(passesLuhn(digits)).toBe(right);
  });
});

describe("numbers in groups", () => {
  const rows: readonly (readonly [grouped: (digits: string) => string, digits: string, shown: string])[] = [
    [groupedNumber, "", ""],
    [groupedNumber, "4000", "4000"],
    [groupedNumber, "40001", "4000 1"],
    [groupedNumber, "40000000001100091234", "4000 0000 0011 0009 1234"],
    [groupedNumber, "54000000004100061", "5400 0000 0041 0006 1"],
    [groupedNumber, "340000000071000", "3400 000000 71000"],
    [groupedNumber, "34000", "3400 0"],
    [groupedNumber, "34000000007100091", "3400 000000 71000 91"],
    [groupedNumber, "6200000000031000123", "6200 0000 0003 1000 123"],
    [groupedBusinessNumber, "123", "123"],
    [groupedBusinessNumber, "1234", "123-4"],
    [groupedBusinessNumber, "1234567890", "123-45-67890"],
    [groupedBusinessNumber, "12345678901", "123-45-67890-1"],
  ];
  test.each(rows)("%o: %j → %j", (grouped, digits, shown) => {
    expect(grouped(digits)).toBe(shown);
  });

  test.each([
    ["１2-3", "123"],
    ["12 및 3", undefined],
    ["(123)", "123"],
    ["", ""],
  ])("the one number in %j: %j", (text, digits) => {
    expect(numberIn(text)).toBe(digits);
  });

  test("digits of another width count", () => {
    expect(digitsOf("１2-3")).toBe("123");
  });
});
