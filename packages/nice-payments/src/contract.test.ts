import { gatewayContract } from "@wonflow/testkit";

import { fixtureOf, openNice } from "../test/fixture.ts";

gatewayContract("NICE Payments", async () => fixtureOf(await openNice()));

// Calls, their late effects and their look-ups fall on both sides of midnight.
gatewayContract("NICE Payments, a moment before midnight in Seoul", async () =>
  fixtureOf(await openNice({ at: "2026-11-25T23:59:58+09:00" })),
);
