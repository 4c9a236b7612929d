import { test } from "vitest";
import { expectNothingWrong } from "./seeds.ts";

test("seeds 1,001 to 2,000: nothing is wrong", { timeout: 180_000 }, () => expectNothingWrong(1_001, 1_000));
