import { expect, test } from "vitest";
import { systemClock } from "../machine.ts";
import { liveGateways } from "./live-gateways.ts";
import { nice as definition } from "./nice.ts";

const payments = { providerKeys: { open: async () => [] } };
const nice = { definition, url: "https://gateway.example", settlesWithinMs: 600_000, methods: [] };
const keys = [{ name: "R2_service", secret: "s".repeat(32) }];

test("each gateway settles as the settings say, and is no sandbox", async () => {
  const { gateways = {}, feeds = {} } =
    (await liveGateways([{ ...nice, keys }], { clock: systemClock, payments })) ?? {};
  const promises = Object.entries(gateways).map(([name, { settlesWithinMs, sandbox }]) => [
    name,
    settlesWithinMs,
    sandbox,
  ]);
  expect(promises).toEqual([
    ["default", 600_000, false],
    ["own", 600_000, false],
  ]);
  expect(Object.values(gateways).filter(({ window }) => window !== undefined)).toEqual([]);
  expect(feeds["PG_B"]?.sandbox).toBe(false);
});

test("without the service's keys there are only merchants' own, and no interest-free months", async () => {
  const { gateways = {}, feeds = {} } =
    (await liveGateways([{ ...nice, keys: [] }], { clock: systemClock, payments })) ?? {};
  expect([Object.keys(gateways), gateways["own"]?.settlesWithinMs, feeds]).toEqual([["own"], 600_000, {}]);
});

test("the window has the methods of the settings, in their order, at every gateway", async () => {
  const open = { ...nice, keys, methods: ["KAKAOPAY", "CARD"] };
  const { gateways = {} } = (await liveGateways([open], { clock: systemClock, payments })) ?? {};
  const offered = await Promise.all(Object.values(gateways).map(async ({ window }) => window?.methods("7:live")));
  // No merchant has keys of its own here.
  expect(offered).toEqual([["KAKAOPAY", "CARD"], []]);
});
