// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { chooseLanguage } from "../language/language.ts";
import { grouping, typedWon, won } from "./won.ts";

afterEach(() => chooseLanguage("ko"));

test.each([
  [0, "0원", "₩0"],
  [3_000, "3,000원", "₩3,000"],
  [-1_234_567, "−1,234,567원", "−₩1,234,567"],
])("%i", (amount, korean, english) => {
  chooseLanguage("ko");
  expect(won(amount)).toBe(korean);
  chooseLanguage("en");
  expect(won(amount)).toBe(english);
});

test("a count has its thousands apart", () => {
  expect([grouping(1_000), grouping(-12)]).toEqual(["1,000", "−12"]);
});

test.each([
  ["3000", 3_000],
  ["3,000원", 3_000],
  [" ₩3,000 ", 3_000],
  ["３，０００원", 3_000],
  ["￦３０００", 3_000],
  ["３０　０００", 30_000],
  ["30,000¹", undefined],
  ["30,000①", undefined],
  ["10²", undefined],
  ["0", 0],
  ["３．５", undefined],
  ["삼천", undefined],
  ["", undefined],
  ["-3000", undefined],
  ["3.5", undefined],
  ["1e3", undefined],
  ["9999999999999", undefined],
])("typed %j is %j", (text, amount) => {
  expect(typedWon(text)).toBe(amount);
});
