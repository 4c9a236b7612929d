import fc from "fast-check";

import { operations, type Operation } from "../interface/operations.ts";
import { asksOf, type Ask } from "./ask.ts";
import { benignAsk, stories } from "./stories.ts";

/** Time passes, and due work is done. */
interface Wait {
  readonly kind: "wait";
  readonly minutes: number;
}

/** Repeats an earlier request byte by byte; 0 is the last one. */
interface Again {
  readonly kind: "again";
  readonly nth: number;
}

export type Step = Ask | Wait | Again;

const day = 24 * 60;

const wait: fc.Arbitrary<Wait> = fc
  .constantFrom(1, 5, 11, 60, 6 * 60, day, 3 * day, 7 * day, 16 * day)
  .map((minutes) => ({ kind: "wait", minutes }));

const again: fc.Arbitrary<Again> = fc.nat(5).map((nth) => ({ kind: "again", nth }));

/** Requests that delete something come less often, so that something is left. */
const weightOf = ({ method }: Operation) => (method === "DELETE" ? 1 : 3);

const request = fc.oneof(...operations.map((one) => ({ weight: weightOf(one), arbitrary: asksOf(one) })));

const story: fc.Arbitrary<readonly Step[]> = fc.oneof(
  ...stories.map((steps) =>
    fc.tuple(
      ...steps.map((step) => ("minutes" in step ? fc.constant<Step>({ kind: "wait", ...step }) : benignAsk(step))),
    ),
  ),
);

const part: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 60, arbitrary: request.map((one) => [one]) },
  { weight: 3, arbitrary: again.map((one) => [one]) },
  { weight: 1, arbitrary: wait.map((one) => [one]) },
  { weight: 8, arbitrary: story },
);

/** The most parts; a part that is a story has several steps. */
const longest = 150;

/** Sequences of requests, stories and days. */
export const sequences: fc.Arbitrary<readonly Step[]> = fc
  .array(part, { minLength: 1, maxLength: longest, size: "max" })
  .map((parts) => parts.flat());
