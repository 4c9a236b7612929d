import { describe, test } from "vitest";

import { callsOnTheWay } from "../test/calls-on-the-way.ts";
import { rotatedAccounts } from "../test/rotated-accounts.ts";
import { oddAnswers } from "../test/odd-answers.ts";
import { nicePayments } from "./nice-payments.ts";

describe.each([
  ["odd answers", oddAnswers],
  ["calls on the way", callsOnTheWay],
  ["accounts", rotatedAccounts],
] as const)("%s", (_about, cases) => {
  test.each(Object.entries(cases))("%s", (_title, run) => run(nicePayments));
});
