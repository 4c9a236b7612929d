import { expect, test } from "vitest";
import { languageOf } from "./language.ts";
import { textOf, wonText } from "./texts.ts";

test.each([
  ["", "", "ko"],
  ["", "en-US,en;q=0.9", "en"],
  ["", "ko-KR,ko;q=0.9,en;q=0.8", "ko"],
  ["", "en-US,en;q=0.9,ko;q=0.8", "en"],
  ["", "ja,en;q=0.5", "en"],
  ["", "fr", "ko"],
  ["", "en;q=x", "ko"],
  ["?lang=en", "ko", "en"],
  ["?lang=ko", "en", "ko"],
  ["?lang=ja", "en", "en"],
] as const)("%j with Accept-Language %j is %s", (query, accepted, language) => {
  const headers = { "Accept-Language": accepted };
  expect(languageOf(new Request(`https://pay.example/checkout${query}`, { headers }))).toBe(language);
});

test.each([
  [1, "1원", "₩1"],
  [999, "999원", "₩999"],
  [10_000, "10,000원", "₩10,000"],
  [1_234_567, "1,234,567원", "₩1,234,567"],
])("%i won", (amount, korean, english) => {
  expect([wonText("ko", amount), wonText("en", amount)]).toEqual([korean, english]);
});

test("a value in a text is put there as it is", () => {
  expect(textOf("en", "title", { merchant: "$& {amount}" })).toBe("Pay $& {amount}");
});
