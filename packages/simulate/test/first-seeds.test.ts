import { test } from "vitest";
import { expectNothingWrong, firstSeeds } from "./seeds.ts";

test(`seeds 1 to ${firstSeeds}: nothing is wrong`, () => expectNothingWrong(1, firstSeeds));
