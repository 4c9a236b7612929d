import { expect, test } from "vitest";

import { createWorld, shop } from "../../test/world.ts";
import { contrastOf, mixedColor, mixedUntil } from "./color.ts";

// Contrasts by WCAG 2: the first from its formula by hand, the others are known pairs.
test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#000000", 21],
  ["#ffffff", "#ffffff", 1],
  ["#ffffff", "#767676", 4.54],
  ["#ff0000", "#ffffff", 4],
  ["#00ff00", "#ffffff", 1.37],
  ["#0000ff", "#ffffff", 8.59],
])("the contrast of %s and %s is %s", (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
});

test.each([
  ["#000000", "#ffffff", 0, "#000000"],
  ["#000000", "#ffffff", 0.2, "#333333"],
  ["#102030", "#ffffff", 1, "#ffffff"],
  ["#ff0010", "#0000ff", 0.5, "#800088"],
])("%s with %s in it by %s", (color, other, share, mixed) => {
  expect(mixedColor(color, other, share)).toBe(mixed);
});

test("a colour that is never enough ends as the other colour", () => {
  expect(mixedUntil("#123456", "#ffffff", () => false)).toBe("#ffffff");
  expect(mixedUntil("#123456", "#ffffff", () => true)).toBe("#123456");
});

const registerWith = async (color: string | null) => {
  const { payments } = await createWorld();
  const answer = await payments.merchants.register({ ...shop, name: "Shop", feeRate: "3.3", color });
  return answer.ok ? answer.value.color : answer.error.details?.[0]?.problem;
};

test.each(["#1c54d8", "#000000", "#c4201c", null])("%s can be the colour of a merchant", async (color) => {
  expect(await registerWith(color)).toBe(color);
});

test.each([
  ["blue", "must be a colour such as #1c54d8, in lower case"],
  ["#1C54D8", "must be a colour such as #1c54d8, in lower case"],
  ["#1c54d8;}", "must be a colour such as #1c54d8, in lower case"],
  ["#ffffff", "is too light for white text on it: its contrast is 1.00, at least 5 is needed; #6b6b6b would do"],
])("%s cannot", async (color, problem) => {
  expect(await registerWith(color)).toBe(problem);
});

test.each(["#2f80ed", "#ff6600", "#fee500", "#03c75a"])(
  "the colour that is offered in place of %s is accepted",
  async (color) => {
    const refused = await registerWith(color);
    const better = /; (#\w{6}) would do$/.exec(String(refused))?.[1] ?? "";
    expect(await registerWith(better)).toBe(better);
  },
);

test("a contrast just below the limit is not shown as the limit", async () => {
  // Its contrast with white is 4.998.
  const grey = mixedUntil("#ffffff", "#000000", (mixed) => contrastOf(mixed, "#ffffff") >= 4.9);
  expect(contrastOf(grey, "#ffffff")).toBeLessThan(5);
  const refused = await registerWith(grey);
  expect(refused).toMatch(/contrast is 4\.9\d, at least 5/);
});
