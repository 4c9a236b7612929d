import { expect, test } from "vitest";
import { clockText, minutesReached } from "./time-left.ts";

test.each([
  [30 * 60_000, "30:00"],
  [30 * 60_000 - 1, "29:59"],
  [61_000, "01:01"],
  [999, "00:00"],
  [0, "00:00"],
  [-1, "00:00"],
  [100 * 60_000, "100:00"],
])("%i ms are shown as %s", (leftMs, shown) => {
  expect(clockText(leftMs)).toBe(shown);
});

test.each([
  [301_000, 300_500, undefined],
  [300_500, 300_000, 5],
  [300_000, 299_000, undefined],
  [61_000, 60_000, 1],
  [400_000, 50_000, 1],
  [400_000, 200_000, 4],
  [1_000, 0, undefined],
  [400_000, -1, undefined],
])("from %i ms to %i ms: %s", (beforeMs, leftMs, minutes) => {
  expect(minutesReached(beforeMs, leftMs)).toBe(minutes);
});
