import { describe, expect, test } from "vitest";
import { brandOf, passesLuhn } from "./brand.ts";
import {
  digitsOf,
  reformat,
  formatBirthDate,
  formatBusinessNumber,
  formatExpiry,
  formatNumber,
  formatPassword,
  type Formatter,
} from "./formatting.ts";

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

describe("what is shown of what is typed", () => {
  const rows: readonly (readonly [format: Formatter, typed: string, shown: string])[] = [
    [formatNumber, "", ""],
    [formatNumber, "4000", "4000"],
    [formatNumber, "40001", "4000 1"],
    [formatNumber, " 4000-0000 0011-0009 ", "4000 0000 0011 0009"],
    [formatNumber, "４０００００００００１１０００９", "4000 0000 0011 0009"],
    [formatNumber, "40000000001100091234", "4000 0000 0011 0009 123"],
    [formatNumber, "54000000004100061", "5400 0000 0041 0006"],
    [formatNumber, "340000000071000", "3400 000000 71000"],
    [formatNumber, "34000", "3400 0"],
    [formatNumber, "3400000000710009", "3400 000000 71000"],
    [formatNumber, "6200000000031000123", "6200 0000 0003 1000 123"],
    [formatNumber, "카드 4000", "4000"],
    [formatExpiry, "1", "1"],
    [formatExpiry, "8", "08/"],
    [formatExpiry, "12", "12/"],
    [formatExpiry, "1/", "01/"],
    [formatExpiry, "12/3", "12/3"],
    [formatExpiry, "1230", "12/30"],
    [formatExpiry, "12 / 30", "12/30"],
    [formatExpiry, "12/2030", "12/30"],
    [formatExpiry, "2030-12", "12/30"],
    [formatExpiry, "8/29", "08/29"],
    [formatBirthDate, "1990", "1990"],
    [formatBirthDate, "90-01-01", "900101"],
    [formatBirthDate, "20050101", "20050101"],
    [formatBirthDate, "900101-1234567", "90010112"],
    [formatExpiry, "39/12", "12/39"],
    [formatExpiry, "2039-12", "12/39"],
    [formatExpiry, "39", "03/9"],
    [formatBusinessNumber, "123", "123"],
    [formatBusinessNumber, "1234", "123-4"],
    [formatBusinessNumber, "1234567890", "123-45-67890"],
    [formatBusinessNumber, "123-45-678901", "123-45-67890"],
    [formatPassword, "123", "12"],
    [formatPassword, "a1", "1"],
  ];
  test.each(rows)("%o: %j → %j", (format, typed, shown) => {
    expect(format(typed, true)).toBe(shown);
    expect(format(shown, true), "formatting twice changes nothing").toBe(shown);
  });

  test("digits of another width count", () => {
    expect(digitsOf("１2-3")).toBe("123");
  });
});

describe("the caret stays behind its digit", () => {
  /** `|` is the caret. */
  const rows: readonly (readonly [format: Formatter, before: string, inserting: boolean, after: string])[] = [
    [formatNumber, "40001|", true, "4000 1|"],
    [formatNumber, "40900| 0000", true, "4090 0|000 0"],
    [formatNumber, "4000| 0000", true, "4000 |0000"],
    [formatNumber, "4000|0000", false, "4000| 0000"],
    [formatNumber, "400| 0000 0011", false, "400|0 0000 011"],
    [formatNumber, "|4000", false, "|4000"],
    [formatNumber, "400 x|0", true, "400|0"],
    [formatExpiry, "12|", true, "12/|"],
    [formatExpiry, "12|", false, "12|"],
    [formatExpiry, "1|", false, "1|"],
    [formatExpiry, "8|", true, "08/|"],
    [formatExpiry, "1|/30", false, "1|3/0"],
    [formatBusinessNumber, "1234|", true, "123-4|"],
    [formatBusinessNumber, "123|4-56", false, "123|-45-6"],
  ];
  const parts = (text: string) => ({ value: text.replace("|", ""), caret: text.indexOf("|") });
  test.each(rows)("%o %s, inserting: %s → %s", (format, before, inserting, after) => {
    const { value, caret } = reformat(format, parts(before), inserting);
    expect(`${value.slice(0, caret)}|${value.slice(caret)}`).toBe(after);
  });
});
