import { test } from "vitest";
import { expectNothingWrong, firstSeeds } from "./seeds.ts";

/** A minute on a quiet machine, and several beside the other tests of a slow one. */
const mostMs = 10 * 60_000;

test(`seeds 1 to ${firstSeeds}: nothing is wrong`, () => expectNothingWrong(1, firstSeeds), mostMs);
