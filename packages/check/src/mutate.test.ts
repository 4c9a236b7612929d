import { expect, test } from "vitest";

import { misplacedMutants } from "./mutate.ts";

test("each wrong change of the SQL has its place, once", () => {
  expect(misplacedMutants()).toEqual([]);
});
