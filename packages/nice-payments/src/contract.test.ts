import { cardNetworkContract } from "@wonflow/testkit";

import { fixtureOf, openGateway } from "../test/fixture.ts";

cardNetworkContract("NICE Payments", async () => fixtureOf(await openGateway()));

// Calls, their late effects and their look-ups stand on both sides of it.
cardNetworkContract("NICE Payments, a moment before midnight in Seoul", async () =>
  fixtureOf(await openGateway({ at: "2026-11-25T23:59:58+09:00" })),
);
