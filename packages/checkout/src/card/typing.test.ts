import { describe, expect, test } from "vitest";
import { brandOf, passesLuhn } from "./brand.ts";
import {
  digitsOf,
  retyped,
  shapeBirthDate,
  shapeBusinessNumber,
  shapeExpiry,
  shapeNumber,
  shapePassword,
  type Shape,
} from "./typing.ts";

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
  const rows: readonly (readonly [shape: Shape, typed: string, shown: string])[] = [
    [shapeNumber, "", ""],
    [shapeNumber, "4000", "4000"],
    [shapeNumber, "40001", "4000 1"],
    [shapeNumber, " 4000-0000 0011-0009 ", "4000 0000 0011 0009"],
    [shapeNumber, "４０００００００００１１０００９", "4000 0000 0011 0009"],
    [shapeNumber, "40000000001100091234", "4000 0000 0011 0009 123"],
    [shapeNumber, "54000000004100061", "5400 0000 0041 0006"],
    [shapeNumber, "340000000071000", "3400 000000 71000"],
    [shapeNumber, "34000", "3400 0"],
    [shapeNumber, "3400000000710009", "3400 000000 71000"],
    [shapeNumber, "6200000000031000123", "6200 0000 0003 1000 123"],
    [shapeNumber, "카드 4000", "4000"],
    [shapeExpiry, "1", "1"],
    [shapeExpiry, "8", "08/"],
    [shapeExpiry, "12", "12/"],
    [shapeExpiry, "1/", "01/"],
    [shapeExpiry, "12/3", "12/3"],
    [shapeExpiry, "1230", "12/30"],
    [shapeExpiry, "12 / 30", "12/30"],
    [shapeExpiry, "12/2030", "12/30"],
    [shapeExpiry, "2030-12", "12/30"],
    [shapeExpiry, "8/29", "08/29"],
    [shapeBirthDate, "1990", "1990"],
    [shapeBirthDate, "90-01-01", "900101"],
    [shapeBirthDate, "9001011", "900101"],
    [shapeBusinessNumber, "123", "123"],
    [shapeBusinessNumber, "1234", "123-4"],
    [shapeBusinessNumber, "1234567890", "123-45-67890"],
    [shapeBusinessNumber, "123-45-678901", "123-45-67890"],
    [shapePassword, "123", "12"],
    [shapePassword, "a1", "1"],
  ];
  test.each(rows)("%o: %j → %j", (shape, typed, shown) => {
    expect(shape(typed, true)).toBe(shown);
    expect(shape(shown, true), "shaping twice changes nothing").toBe(shown);
  });

  test("digits of another width count", () => {
    expect(digitsOf("１2-3")).toBe("123");
  });
});

describe("the caret stays behind its digit", () => {
  /** `|` is the caret. */
  const rows: readonly (readonly [shape: Shape, before: string, inserting: boolean, after: string])[] = [
    [shapeNumber, "40001|", true, "4000 1|"],
    [shapeNumber, "40900| 0000", true, "4090 0|000 0"],
    [shapeNumber, "4000| 0000", true, "4000 |0000"],
    [shapeNumber, "4000|0000", false, "4000| 0000"],
    [shapeNumber, "400| 0000 0011", false, "400|0 0000 011"],
    [shapeNumber, "|4000", false, "|4000"],
    [shapeNumber, "400 x|0", true, "400|0"],
    [shapeExpiry, "12|", true, "12/|"],
    [shapeExpiry, "12|", false, "12|"],
    [shapeExpiry, "1|", false, "1|"],
    [shapeExpiry, "8|", true, "08/|"],
    [shapeExpiry, "1|/30", false, "1|3/0"],
    [shapeBusinessNumber, "1234|", true, "123-4|"],
    [shapeBusinessNumber, "123|4-56", false, "123|-45-6"],
  ];
  const parts = (text: string) => ({ value: text.replace("|", ""), caret: text.indexOf("|") });
  test.each(rows)("%o %s, inserting: %s → %s", (shape, before, inserting, after) => {
    const { value, caret } = retyped(shape, parts(before), inserting);
    expect(`${value.slice(0, caret)}|${value.slice(caret)}`).toBe(after);
  });
});
