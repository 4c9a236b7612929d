import { expect, test } from "vitest";

import { visibleJson, visibleLine, visibleLines } from "./visible-text.ts";

test.each([
  ["two\r\nlines", String.raw`two\r\nlines`],
  ["\u001b[2J\u001b[31mred", String.raw`\u001b[2J\u001b[31mred`],
  ["\u0000\u0007\u0008\t\u007f", String.raw`\u0000\u0007\u0008\t\u007f`],
  ["\u009b2J\u0085", String.raw`\u009b2J\u0085`],
  ["a\u2028b\u2029c", String.raw`a\u2028b\u2029c`],
  ["\u202ecba\u2066\u200f\u061c", String.raw`\u202ecba\u2066\u200f\u061c`],
  ["녹차 👩‍🍳 é می‌خواهم C:\\x", "녹차 👩‍🍳 é می‌خواهم C:\\x"],
])("%j is shown as %s", (text, shown) => {
  expect(visibleLine(text)).toBe(shown);
  expect(visibleLines(`${text}\nb`.replaceAll("\r\n", ""))).toBe(`${visibleLine(text.replaceAll("\r\n", ""))}\nb`);
  const json = visibleJson({ [text]: [text] });
  expect(visibleLine(json)).toBe(json);
  expect(JSON.parse(json)).toEqual({ [text]: [text] });
});
