import { test } from "vitest";
import { expectNothingWrong } from "./seeds.ts";

test("seeds 1 to 500: nothing is wrong", () => expectNothingWrong(1, 500));
