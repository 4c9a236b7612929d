import { test } from "vitest";
import { expectSound } from "./seeds.ts";

test("seeds 1,001 to 2,000: nothing is wrong", { timeout: 180_000 }, () => expectSound(1_001, 1_000));
