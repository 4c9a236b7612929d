import fc from "fast-check";
import { contrastOf } from "@wonflow/core";
import { leastContrast } from "@wonflow/core/internal";
import { expect, test } from "vitest";
import { ground } from "./style.ts";
import { darkPalette, lightPalette } from "./palette.ts";

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`)
  .filter((each) => contrastOf(each, "#ffffff") >= leastContrast);

test("in any allowed colour of a merchant everything is readable, on light and dark screens", () => {
  fc.assert(
    fc.property(color, (own) => {
      const light = lightPalette(own);
      const dark = darkPalette(own);
      const pairs = [
        [light.accent, ground.card],
        [light.accent, ground.page],
        [light.accent, light.tint],
        [light.onAccent, light.accent],
        [light.onAccent, light.hover],
        [dark.accent, ground.darkCard],
        [dark.accent, ground.darkPage],
        [dark.accent, dark.tint],
        [dark.onAccent, dark.accent],
        [dark.onAccent, dark.hover],
      ] as const;
      for (const [one, other] of pairs) expect(contrastOf(one, other)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 1000 },
  );
});

test("a colour that can be read on dark screens is unchanged", () => {
  expect(lightPalette("#b3261e").accent).toBe("#b3261e");
  expect(darkPalette("#000000").accent).not.toBe("#000000");
});
