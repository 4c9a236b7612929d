import { describe, expect, test } from "vitest";

import { characterCount, nameUpTo, textUpTo } from "./readable-text.ts";

test.each([
  ["", 0],
  ["녹차", 2],
  ["🍜", 1],
  ["👩‍🍳", 3],
  ["é", 1],
])("%j has %i characters", (text, count) => {
  expect(characterCount(text)).toBe(count);
});

test("a string may have as many emoji as letters", () => {
  expect(textUpTo(3).safeParse("🍜🍜🍜").success).toBe(true);
  expect(textUpTo(3).safeParse("🍜🍜🍜🍜").error?.issues[0]?.message).toBe("must be at most 3 characters");
});

describe("a name", () => {
  test.each([["a"], [" 녹차 100g "], ["👩‍🍳"], ["ㅤ차"], ["a".repeat(10)], ["🍜".repeat(10)], ["می‌خواهم"]])(
    "may be %j",
    (name) => {
      expect(nameUpTo(10).safeParse(name).success).toBe(true);
    },
  );

  const blank = "must not be blank";
  const control = "must not contain line breaks or other control characters";
  test.each([
    ["", blank],
    ["  ", blank],
    ["\u3000", blank],
    ["\u200b\u200d", blank],
    ["\u3164", blank],
    ["\u115f\u1160\uffa0", blank],
    ["\u2800", blank],
    ["\ufeff\u00ad\u2060", blank],
    ["\ufe0f\u{e0001}", blank],
    ["두\n줄", control],
    ["두\r줄", control],
    ["두\u2028줄", control],
    ["두\u2029줄", control],
    ["두\u0085줄", control],
    ["두\t줄", control],
    ["\u0000a", control],
    ["a\u001b[31m", control],
    ["a\u007f", control],
    ["🍜".repeat(11), "must be at most 10 characters"],
  ])("must not be %j", (name, problem) => {
    expect(
      nameUpTo(10)
        .safeParse(name)
        .error?.issues.map(({ message }) => message),
    ).toContain(problem);
  });
});
