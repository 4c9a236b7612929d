import { test } from "vitest";
import { expectNothingWrong } from "./seeds.ts";

test("seeds 1 to 1,000: nothing is wrong", () => expectNothingWrong(1, 1_000));
