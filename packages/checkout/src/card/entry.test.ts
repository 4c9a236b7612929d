import { testCards } from "@wonflow/sandbox";
import { describe, expect, test } from "vitest";
import { cardEntry, problemsWith, type CardProblems, type TypedCard } from "./entry.ts";

const now = Date.UTC(2026, 10, 20);

const good: TypedCard = {
  number: "4000 0000 0011 0009",
  expiry: "12/30",
  passwordFront2: "12",
  registNo: "900101",
  holder: "personal",
  installmentPlanMonths: "0",
  agreed: "unasked",
};

describe("what is wrong with a card", () => {
  const rows: readonly (readonly [typed: Partial<TypedCard>, problems: CardProblems])[] = [
    [{}, {}],
    [{ number: "" }, { number: "numberEmpty" }],
    [{ number: " - " }, { number: "numberEmpty" }],
    [{ number: "4000 0000 0011 000" }, { number: "numberShort" }],
    [{ number: "4000 0000 0011 0009 1" }, { number: "numberLong" }],
    [{ number: "340000000071000 9" }, { number: "numberLong" }],
    [{ number: "62000000000310001234" }, { number: "numberLong" }],
    [{ number: "10000000000000000001" }, { number: "numberLong" }],
    [{ number: "4000 0000 0011 0008" }, { number: "numberWrong" }],
    [{ number: "4000x0000 0011 0009" }, { number: "numberWrong" }],
    [{ number: "4222222222222" }, {}],
    [{ number: "340000000071000" }, {}],
    [{ number: "34000000007100" }, { number: "numberShort" }],
    [{ number: "6200000000031001" }, {}],
    [{ number: "9400000000310009" }, {}],
    [{ number: "94000000003100" }, { number: "numberShort" }],
    [{ number: "100000000001" }, {}],
    [{ number: "10000000001" }, { number: "numberShort" }],
    [{ expiry: "" }, { expiry: "expiryEmpty" }],
    [{ expiry: "1" }, { expiry: "expiryShort" }],
    [{ expiry: "12/3" }, { expiry: "expiryShort" }],
    [{ expiry: "12/203" }, { expiry: "expiryShort" }],
    [{ expiry: "00/30" }, { expiry: "expiryMonth" }],
    [{ expiry: "13/30" }, { expiry: "expiryMonth" }],
    [{ expiry: "10/26" }, { expiry: "expiryPast" }],
    [{ expiry: "11/26" }, {}],
    [{ expiry: "8/2029" }, {}],
    [{ expiry: "10/46" }, {}],
    [{ expiry: "11/46" }, { expiry: "expiryFar" }],
    [{ expiry: "03/91" }, { expiry: "expiryFar" }],
    [{ expiry: "39/13" }, { expiry: "expiryMonth" }],
    [{ expiry: "139" }, { expiry: "expiryShort" }],
    [{ expiry: "2030" }, { expiry: "expiryShort" }],
    [{ expiry: "2030-12-31" }, { expiry: "expiryShort" }],
    [{ expiry: "13/12" }, { expiry: "expiryMonth" }],
    [{ expiry: "12/1930" }, { expiry: "expiryShort" }],
    [{ expiry: "25/12" }, { expiry: "expiryPast" }],
    [{ passwordFront2: "" }, { passwordFront2: "passwordEmpty" }],
    [{ passwordFront2: "1" }, { passwordFront2: "passwordShort" }],
    [{ passwordFront2: "ab" }, { passwordFront2: "passwordShort" }],
    [{ registNo: "" }, { registNo: "birthDateEmpty" }],
    [{ registNo: "9001" }, { registNo: "birthDateWrong" }],
    [{ registNo: "901301" }, { registNo: "birthDateWrong" }],
    [{ registNo: "900230" }, { registNo: "birthDateWrong" }],
    [{ registNo: "000229" }, {}],
    [{ registNo: "900101-1234567" }, { registNo: "birthDateCut" }],
    [{ registNo: "1234567890" }, { registNo: "birthDateCut" }],
    [{ registNo: "90-0101" }, { registNo: "birthDateWrong" }],
    [{ registNo: "2026-11-21" }, { registNo: "birthDateWrong" }],
    [{ registNo: "20050101" }, {}],
    [{ registNo: "19900230" }, { registNo: "birthDateWrong" }],
    [{ registNo: "18900101" }, { registNo: "birthDateWrong" }],
    [{ registNo: "19000229" }, { registNo: "birthDateWrong" }],
    [{ registNo: "20261120" }, {}],
    [{ registNo: "20261121" }, { registNo: "birthDateWrong" }],
    [{ registNo: "2005010" }, { registNo: "birthDateWrong" }],
    [{ registNo: "", holder: "corporate" }, { registNo: "businessEmpty" }],
    [{ registNo: "900101", holder: "corporate" }, { registNo: "businessShort" }],
    [{ registNo: "123-45-678901", holder: "corporate" }, { registNo: "businessLong" }],
    [{ registNo: "123-45-6789", holder: "corporate" }, { registNo: "businessShort" }],
    [{ registNo: "123-45-67890", holder: "corporate" }, {}],
    [{ installmentPlanMonths: "12" }, {}],
    [{ installmentPlanMonths: "120" }, { installmentPlanMonths: "plansWrong" }],
    [{ installmentPlanMonths: "" }, { installmentPlanMonths: "plansWrong" }],
    [{ installmentPlanMonths: "2.5" }, { installmentPlanMonths: "plansWrong" }],
    [{ agreed: "yes" }, {}],
    [{ agreed: "" }, { agreed: "agreeEmpty" }],
  ];
  test.each(rows)("%j: %j", (typed, problems) => {
    expect(problemsWith({ ...good, ...typed }, now)).toEqual(problems);
  });

  test("everything at once comes in the order of the page", () => {
    const empty = { ...good, number: "", expiry: "", passwordFront2: "", registNo: "" };
    expect(Object.keys(problemsWith(empty, now))).toEqual(["number", "expiry", "passwordFront2", "registNo"]);
  });

  test("a card is good until the end of its month in Korea", () => {
    const expiry = "11/26";
    const endOfMonth = Date.UTC(2026, 10, 30, 15);
    expect(problemsWith({ ...good, expiry }, endOfMonth - 1)).toEqual({});
    expect(problemsWith({ ...good, expiry }, endOfMonth)).toEqual({ expiry: "expiryPast" });
  });

  test.each(testCards.map(({ number }) => number))("the test card %s may be sent", (number) => {
    expect(problemsWith({ ...good, number }, now)).toEqual({});
  });
});

test.each([
  // Dates as buyers type them, or as browsers fill them in.
  ["expiry", "12/39", "12/39"],
  ["expiry", "1239", "12/39"],
  ["expiry", " 12 / 39 ", "12/39"],
  ["expiry", "12-39", "12/39"],
  ["expiry", "12.39", "12/39"],
  ["expiry", "12/2039", "12/39"],
  ["expiry", "122039", "12/39"],
  ["expiry", "3/39", "03/39"],
  ["expiry", "39/12", "12/39"],
  ["expiry", "39/3", "03/39"],
  ["expiry", "2039-12", "12/39"],
  ["expiry", "2039/03", "03/39"],
  ["expiry", "２０３９-１２", "12/39"],
  ["expiry", "203912", "12/39"],
  ["expiry", "3912", "12/39"],
  ["expiry", "2039년 12월", "12/39"],
  // Ambiguous: read in the order of cards, the month first.
  ["expiry", "12/30", "12/30"],
  ["expiry", "11/30", "11/30"],
  ["registNo", "900101", "900101"],
  ["registNo", "90-01-01", "900101"],
  ["registNo", "90.01.01", "900101"],
  ["registNo", "20050101", "050101"],
  ["registNo", "2005-01-01", "050101"],
  ["registNo", "1999. 12. 31", "991231"],
  ["registNo", "19000101", "000101"],
  ["registNo", "200501", "200501"],
  ["registNo", "2001.1.1", "010101"],
  ["registNo", "19000228", "000228"],
] as const)("%s %j is read as %s", (field, typed, read) => {
  const card = { ...good, [field]: typed };
  expect(problemsWith(card, now)).toEqual({});
  const { expiryMonth, expiryYear, registNo } = cardEntry(card, now);
  expect(field === "expiry" ? `${expiryMonth}/${expiryYear}` : registNo).toBe(read);
});

test("what is sent of a card is what the interface takes", () => {
  const typed = {
    ...good,
    expiry: "8 / 2029",
    registNo: "123-45-67890",
    holder: "corporate",
    installmentPlanMonths: "2",
  } as const;
  expect(cardEntry(typed, now)).toEqual({
    number: "4000000000110009",
    expiryMonth: "08",
    expiryYear: "29",
    registNo: "1234567890",
    passwordFront2: "12",
    installmentPlanMonths: 2,
  });
  expect(cardEntry({ ...typed, agreed: "yes" }, now)).toHaveProperty("termsAgreed", true);
  expect(cardEntry({ ...typed, agreed: "" }, now)).not.toHaveProperty("termsAgreed");
});
