import { expect, test } from "vitest";
import { pageOptions } from "./options.ts";

test("a list has 20 lines without --limit, as its help says", () => {
  const { shape } = pageOptions;
  expect(pageOptions.parse({ mid: "7", mode: "test" }).limit).toBe(20);
  expect(shape.limit.meta()?.["help"]).toBe("how many, 20 by default");
});
