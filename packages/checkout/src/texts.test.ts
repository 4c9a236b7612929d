import { expect, test } from "vitest";
import { languageOf, textOf, wonText } from "./texts.ts";

test.each([
  ["", "ko", "ko"],
  ["", "en", "en"],
  ["?lang=en", "ko", "en"],
  ["?lang=ko", "en", "ko"],
  ["?lang=ja", "en", "en"],
  ["?lang=", "en", "en"],
] as const)("%j for who prefers %s is %s", (query, preferred, language) => {
  expect(languageOf(new Request(`https://pay.example/checkout${query}`), preferred)).toBe(language);
});

test.each([
  [1, "1원", "₩1"],
  [999, "999원", "₩999"],
  [10_000, "10,000원", "₩10,000"],
  [1_234_567, "1,234,567원", "₩1,234,567"],
])("%i won", (amount, korean, english) => {
  expect([wonText("ko", amount), wonText("en", amount)]).toEqual([korean, english]);
});

test("a value in a message is inserted unchanged", () => {
  expect(textOf("en", "title", { merchant: "$& {amount}" })).toBe("Pay $& {amount}");
});
