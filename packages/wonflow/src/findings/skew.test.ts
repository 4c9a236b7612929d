import { expect, test } from "vitest";

import { checkSkew } from "./skew.ts";

test.each([
  ["between the question and the answer", 1_500, "ok", "this machine and it agree"],
  ["two seconds after the answer", 4_000, "ok", "this machine and it agree"],
  ["two seconds before the question", -1_000, "ok", "this machine and it agree"],
  ["a little more after it", 4_001, "look", "this machine is 2 s behind it"],
  ["a little more before it", -1_001, "look", "this machine is 2 s ahead of it"],
  ["almost a minute", 61_999, "look", "this machine is 60 s behind it"],
  ["a minute", 62_000, "wrong", "this machine is 60 s behind it"],
  ["five minutes before it", -299_000, "wrong", "this machine is 5 min ahead of it"],
  ["nine hours, as with a wrong time zone", 32_402_000, "wrong", "this machine is 9 h behind it"],
  ["three days", 259_202_000, "wrong", "this machine is 3 days behind it"],
] as const)("%s", (_what, now, status, found) => {
  expect(checkSkew("clock", { of: "it", now, asked: 1_000, answered: 2_000 })).toMatchObject({ status, found });
});
