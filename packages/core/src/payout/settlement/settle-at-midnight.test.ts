import { expect, test } from "vitest";

import { createWorld, shop, valueOf } from "../../../test/world.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** What was paid on Friday, 2026-11-20 is due on Wednesday, the 25th; the service is down until Friday, the 27th. */
async function createLateWorld() {
  const world = await createWorld();
  await world.payments.work.runDue();
  await world.paid();
  await world.clock.advance(Date.parse("2026-11-27T23:59:59+09:00") - world.clock.now());
  const settledAt = async () => {
    for (let runs = 0; runs < 10; runs += 1) await world.payments.work.runDue();
    const page = await world.payments.settlements.list(shop, { from: "2026-11-01", to: "2026-12-31" });
    return valueOf(page).items.map((settlement) => settlement.settledAt);
  };
  return { ...world, settledAt };
}

test("nothing is settled on a closed day by a run that began before it, and lists what is due when it is over", async () => {
  const { memory, clock, settledAt } = await createLateWorld();
  const { list } = memory;
  memory.list = async (tenant, request) => {
    const found = await list(tenant, request);
    if (request.list !== "unsettled") return found;
    memory.list = list;
    // Midnight falls into the run: it is Saturday.
    await clock.advance(2_000);
    return found;
  };
  expect(await settledAt()).toEqual([]);
  await clock.advance(2 * dayMs);
  expect(await settledAt()).toEqual(["2026-11-29T15:00:01.000Z"]);
});

test("nothing is settled on a closed day by a commit that was in conflict until midnight", async () => {
  const { memory, clock, settledAt } = await createLateWorld();
  const { commit } = memory;
  memory.commit = async (changeSet) => {
    const settlement = changeSet.writes.find(({ key }) => key.kind === "settlement");
    if (settlement === undefined) return commit(changeSet);
    memory.commit = commit;
    // Another process was at it too, and it is Saturday when the decision is made again.
    await clock.advance(2_000);
    return { status: "conflict", key: settlement.key };
  };
  expect(await settledAt()).toEqual([]);
  await clock.advance(2 * dayMs);
  expect(await settledAt()).toEqual(["2026-11-29T15:00:01.000Z"]);
});

test("a run that was suspended for days goes by what is known of the calendar afterwards", async () => {
  const { memory, clock, payments, settledAt } = await createLateWorld();
  const { read } = memory;
  memory.read = async (tenant, request) => {
    const found = await read(tenant, request);
    if (!request.keys.some(({ kind }) => kind === "closedDays")) return found;
    memory.read = read;
    // While the run holds what it has read, days pass, and Monday turns out to be closed.
    await clock.advance(2 * dayMs + 1_000);
    await payments.calendar.close("2026-11-30");
    return found;
  };
  expect(await settledAt()).toEqual([]);
  await clock.advance(dayMs);
  expect(await settledAt()).toEqual(["2026-11-30T15:00:00.000Z"]);
});
