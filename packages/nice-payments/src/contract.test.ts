import { gatewayContract } from "@wonflow/testkit";
import { describe, test } from "vitest";

import { callsOnTheWay } from "../test/calls-on-the-way.ts";
import { fixtureOf, openNice } from "../test/fixture.ts";
import { inTheWindow } from "../test/in-the-window.ts";
import { oddAnswers } from "../test/odd-answers.ts";
import { rotatedAccounts } from "../test/rotated-accounts.ts";
import { nicePayments } from "./nice-payments.ts";

gatewayContract("NICE Payments", async () => fixtureOf(await openNice()));

// Calls, their late effects and their look-ups fall on both sides of midnight.
gatewayContract("NICE Payments, a moment before midnight in Seoul", async () =>
  fixtureOf(await openNice({ at: "2026-11-25T23:59:50+09:00" }), { method: "NAVERPAY" }),
);

gatewayContract("NICE Payments' window alone", async () => fixtureOf(await openNice(), { windowOnly: true }));

gatewayContract("NICE Payments' window alone before midnight, if look-ups show what is not approved", async () =>
  fixtureOf(await openNice({ at: "2026-11-25T23:59:50+09:00", showsUnapproved: true }), {
    windowOnly: true,
    method: "KAKAOPAY",
  }),
);

describe.each([
  ["odd answers", oddAnswers],
  ["calls on the way", callsOnTheWay],
  ["accounts", rotatedAccounts],
  ["the window", inTheWindow],
] as const)("%s", (_about, cases) => {
  test.each(Object.entries(cases))("%s", (_title, run) => run(nicePayments));
});
