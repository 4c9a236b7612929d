import { expect, test } from "vitest";

import { systemClock } from "../clock.ts";
import { liveNetworks } from "./live-networks.ts";

const payments = { providerKeys: { open: async () => [] } };
const nice = { url: "https://gateway.example", settlesWithinMs: 600_000 };
const keys = [{ name: "S2_service", secret: "s".repeat(32) }];

test("each network settles as the settings say, and is no sandbox", async () => {
  const { networks, feed } = await liveNetworks({ ...nice, keys }, { clock: systemClock, payments });
  const promises = Object.entries(networks).map(([name, { settlesWithinMs, sandbox }]) => [
    name,
    settlesWithinMs,
    sandbox,
  ]);
  expect(promises).toEqual([
    ["default", 600_000, false],
    ["own", 600_000, false],
  ]);
  expect(feed?.sandbox).toBe(false);
});

test("without keys of the service there are those of merchants alone, and no months without interest", async () => {
  const { networks, feed } = await liveNetworks({ ...nice, keys: [] }, { clock: systemClock, payments });
  expect([Object.keys(networks), networks["own"]?.settlesWithinMs, feed]).toEqual([["own"], 600_000, undefined]);
});
