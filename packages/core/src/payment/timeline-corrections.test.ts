import { leastPromises } from "@wonflow/sandbox";
import { expect, test } from "vitest";

import { createWorld, shop, valueOf, type World } from "../../test/world.ts";
import type { Timeline } from "../engine/timeline/timeline.ts";

async function timeline({ payments }: Pick<World, "payments">, intentKey: string): Promise<Timeline> {
  return valueOf(await payments.intents.timeline(shop, intentKey));
}

const named = ({ items }: Timeline) => items.map(({ event }) => event);

const detailsOf = ({ items }: Timeline, event: string) =>
  items.filter((one) => one.event === event).map(({ detail }) => detail);

test("an operator's evidence is shown next to the gateway's answer", async () => {
  const world = await createWorld();
  world.gateway.faults.schedule(({ operation }) => (operation === "approve" ? "refused-connection" : undefined));
  const unanswered = await world.authenticated();
  await world.payments.intents.confirm(shop, unanswered);
  await world.clock.advance(60_000);
  const { resolve } = world.payments.attempts;
  valueOf(await resolve(shop, `approval-${unanswered.intentKey}`, { outcome: "not-done", note: "no record of it" }));
  const ended = (await timeline(world, unanswered.intentKey)).items.find(({ event }) => event === "attempt-ended");
  expect(ended).toMatchObject({ at: "2026-11-20T01:01:00.000Z", detail: { outcome: "refused", foundByPeople: true } });
  const found = { outcome: "done", at: "2026-11-20T10:01:00+09:00", note: "the gateway's list" } as const;
  valueOf(await resolve(shop, `approval-${unanswered.intentKey}`, found));
  expect(detailsOf(await timeline(world, unanswered.intentKey), "attempt-opened")).toMatchObject([
    { kind: "approval" },
    { kind: "reversal", attempt: `reversal-${unanswered.intentKey}-again` },
  ]);

  world.gateway.faults.schedule(() => undefined);
  const { intentKey } = await world.paid({ orderId: "order-20261120-0002" });
  const console = { outcome: "canceled", amount: 4_000, at: "2026-11-20T10:01:30+09:00", note: "the console" } as const;
  valueOf(await resolve(shop, `approval-${intentKey}`, console));
  const history = await timeline(world, intentKey);
  expect(named(history)).not.toContain("cancellation-asked");
  expect(history.items.filter(({ event }) => event === "canceled")).toMatchObject([
    { at: "2026-11-20T01:01:30.000Z", detail: { amount: 4_000, byGateway: true, how: "canceled" } },
  ]);
  expect(JSON.stringify(history)).not.toContain("the console");
});

test.each([
  ["is booked", false, true],
  ["is not booked if its amount was refunded before", true, false],
])("a cancellation that takes effect after its refusal %s", async (_what, isGivenBackBefore, booked) => {
  const world = await createWorld({ promises: leastPromises });
  const { intentKey } = await world.paid();
  world.gateway.faults.next("cancel", "refused-connection");
  await world.cancel(intentKey, 3_000);
  await world.pass(300);
  expect(named(await timeline(world, intentKey))).toContain("cancellation-refused");
  if (isGivenBackBefore) valueOf(await world.cancel(intentKey));
  const value = { key: `cancellation-${intentKey}-1`, reference: "x", amount: 3_000, canceledAt: world.clock.now() };
  const lookUpCancellation = async () => ({ outcome: "done", value }) as const;
  const other = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, lookUpCancellation } } });
  await other.clock.advance(25 * 60 * 60 * 1000);
  await Promise.all(await other.payments.work.start("attempt", 100));
  const late = { number: 1, amount: 3_000, taxFreeAmount: 0, late: true, booked };
  expect(detailsOf(await timeline(other, intentKey), "canceled")).toContainEqual(late);
  const days = valueOf(await other.payments.overview.dailyTotals(shop, { from: "2026-11-20", to: "2026-11-22" }));
  expect(days.reduce((sum, { canceled }) => sum + canceled.amount, 0)).toBe(booked ? 3_000 : 10_000);
  // Earlier versions kept the time also where nothing was booked.
  const key = { kind: "attempt", id: `cancellation-${intentKey}-1` };
  const [record] = (await world.memory.read("7:test", { keys: [key] })).records;
  await world.memory.commit({
    id: "of an earlier version",
    tenant: "7:test",
    at: world.clock.now(),
    expect: [{ key, version: record?.version ?? "absent" }],
    writes: [{ key, body: { ...record?.body, canceledAt: value.canceledAt }, dueAt: null, place: null }],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  });
  expect(detailsOf(await timeline(other, intentKey), "canceled")).toContainEqual(late);
});
