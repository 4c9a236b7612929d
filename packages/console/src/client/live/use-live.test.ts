// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { pauseAfter } from "./use-live.ts";

test.each([
  [5, 2_000],
  [200, 2_000],
  [1_000, 9_000],
])(
  "a page that took %i ms is asked for again %i ms later, so that watching takes a tenth of the time",
  (took, pause) => {
    expect(pauseAfter(took)).toBe(pause);
  },
);
