import { expect, test } from "vitest";

import { withParameters } from "./redirect.ts";

test.each([
  ["https://shop.example", "https://shop.example?a=1%262"],
  ["https://shop.example/?", "https://shop.example/?a=1%262"],
  ["https://shop.example/?b=2", "https://shop.example/?b=2&a=1%262"],
  ["https://shop.example/?b=2&", "https://shop.example/?b=2&a=1%262"],
  ["https://shop.example/#top", "https://shop.example/?a=1%262#top"],
  ["https://shop.example/?b=2#/route?x=1", "https://shop.example/?b=2&a=1%262#/route?x=1"],
])("%s", (url, expected) => {
  expect(withParameters(url, { a: "1&2" })).toBe(expected);
});
