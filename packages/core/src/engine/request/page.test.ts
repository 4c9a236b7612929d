import { expect, test } from "vitest";

import { codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";
import type { PageInput } from "./page.ts";

const orderId = (n: number) => `order-20261120-${String(n).padStart(4, "0")}`;

/** A world with this many payments, a second apart. */
async function worldWith(payments: number, options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  for (let n = 1; n <= payments; n += 1) {
    await world.session({ orderId: orderId(n) });
    await world.clock.advance(1000);
  }
  return world;
}

/** The order ids of each page, up to the last one. */
async function pagesOf(
  world: World,
  limit: number,
  between: (page: number) => Promise<unknown> = async () => undefined,
) {
  const pages: string[][] = [];
  let startingAfter: string | undefined;
  do {
    const page = valueOf(await world.payments.intents.list(shop, { limit, startingAfter }));
    pages.push(page.items.map((item) => item.orderId));
    expect(page.size).toBe(page.items.length);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    startingAfter = page.nextCursor ?? undefined;
    await between(pages.length);
  } while (startingAfter !== undefined);
  return pages;
}

test("payments are listed newest first, page by page", async () => {
  const world = await worldWith(5);
  expect(await pagesOf(world, 2)).toEqual([[orderId(5), orderId(4)], [orderId(3), orderId(2)], [orderId(1)]]);
  expect(await pagesOf(world, 5)).toHaveLength(1);
});

test("a page has ten payments by default, and a merchant without payments has an empty list", async () => {
  const world = await worldWith(11);
  expect(valueOf(await world.payments.intents.list(shop))).toMatchObject({ size: 10, hasMore: true });
  expect(valueOf(await world.payments.intents.list({ mId: 7, mode: "live" }))).toEqual({
    size: 0,
    hasMore: false,
    nextCursor: null,
    items: [],
  });
});

test("a payment that comes between two pages is on no later one, and no payment is there twice", async () => {
  const world = await worldWith(4);
  const pages = await pagesOf(world, 2, () => world.session({ orderId: orderId(99) }));
  expect(pages).toEqual([
    [orderId(4), orderId(3)],
    [orderId(2), orderId(1)],
  ]);
});

test("payments are listed by their time, not by their keys, and each is shown as it is now", async () => {
  const world = await createWorld();
  let left = 1000;
  const ids: World["ids"] = { ...world.ids, random: (length) => String((left -= 1)).padStart(length, "k") };
  const process = await createWorld({ sharing: { ...world, ids } });
  for (const n of [1, 2, 3]) {
    await process.authenticated({ orderId: orderId(n) });
    await world.clock.advance(1000);
  }
  await world.pass(9 * 60 + 58);
  const { items } = valueOf(await process.payments.intents.list(shop));
  expect(items.map((item) => [item.orderId, item.status, item.mId])).toEqual([
    [orderId(3), "IN_PROGRESS", 7],
    [orderId(2), "EXPIRED", 7],
    [orderId(1), "EXPIRED", 7],
  ]);
  const seen = valueOf(await process.payments.intents.lookUp(shop, { orderId: orderId(2) }));
  expect(seen).toEqual(items[1]);
});

test("a payment keeps its place when its status moves on", async () => {
  const world = await worldWith(1);
  const { intentKey } = await world.paid({ orderId: orderId(2) });
  await world.clock.advance(1000);
  await world.session({ orderId: orderId(3) });
  await world.cancel(intentKey);
  expect(await pagesOf(world, 10)).toEqual([[orderId(3), orderId(2), orderId(1)]]);
});

test.each<[string, PageInput, string]>([
  ["a limit of 0", { limit: 0 }, "limit"],
  ["a limit above 10,000", { limit: 10_001 }, "limit"],
  ["a limit that is not an integer", { limit: 1.5 }, "limit"],
  ["an invalid cursor", { startingAfter: "x" }, "startingAfter"],
])("%s is refused with the field's name", async (_what, input, field) => {
  const world = await worldWith(1);
  expect(await world.payments.intents.list(shop, input)).toMatchObject({
    ok: false,
    error: { code: "INVALID_REQUEST", details: [{ field }] },
  });
});

test("10,000 is the largest limit", async () => {
  const world = await worldWith(1);
  expect(codeOf(await world.payments.intents.list(shop, { limit: 10_000 }))).toBe("ok");
});

test("a cursor is good for the list and the tenant that it came from, and no other", async () => {
  const world = await worldWith(3);
  const live = { mId: 7, mode: "live" } as const;
  await world.payments.merchants.register({ ...live, name: "Corner Shop", feeRate: "3.3" });
  const startingAfter = valueOf(await world.payments.intents.list(shop, { limit: 1 })).nextCursor ?? "";
  expect(codeOf(await world.payments.intents.list(shop, { limit: 2, startingAfter }))).toBe("ok");
  expect(codeOf(await world.payments.intents.list(live, { startingAfter }))).toBe("INVALID_REQUEST");
  expect(codeOf(await world.payments.intents.list({ mId: 8, mode: "test" }, { startingAfter }))).toBe(
    "INVALID_REQUEST",
  );
  expect(codeOf(await world.payments.attempts.flagged(shop, { startingAfter }))).toBe("INVALID_REQUEST");
  expect(codeOf(await world.payments.merchants.list({ startingAfter }))).toBe("INVALID_REQUEST");
});

test("an attempt without an outcome is listed once it is flagged, and no longer when its outcome is known", async () => {
  const world = await createWorld({ settings: { flagAfterMs: 60_000 } });
  const { intentKey } = await world.paid();
  world.gateway.faults.schedule(({ operation }) =>
    operation === "cancel" || operation === "lookUp" ? "refused-connection" : undefined,
  );
  void world.cancel(intentKey);
  const flagged = async () => valueOf(await world.payments.attempts.flagged(shop)).items;
  await world.pass(50);
  expect(await flagged()).toEqual([]);
  await world.pass(60);
  expect(await flagged()).toMatchObject([
    { kind: "cancellation", status: "UNKNOWN", key: `cancellation-${intentKey}-1` },
  ]);
  expect(world.notices.filter(({ kind }) => kind === "attempt-flagged")).toHaveLength(1);
  world.gateway.faults.schedule();
  await world.pass(120);
  expect(await world.status(intentKey)).toBe("CANCELED");
  expect(await flagged()).toEqual([]);
  expect(world.notices.filter(({ kind }) => kind === "attempt-flagged")).toHaveLength(1);
});

test("a flag is reported once, also when two processes learn the same at the same time", async () => {
  const settings = { flagAfterMs: 60_000 };
  const world = await createWorld({ settings });
  const other = await createWorld({ sharing: world, settings });
  const { intentKey } = await world.paid();
  const cancel = (by: World) =>
    by.payments.intents.cancel(shop, { intentKey }, { cancelReason: "x" }, { idempotencyKey: "k" });
  world.gateway.faults.schedule(({ operation }) => (operation === "approve" ? undefined : "refused-connection"));
  await cancel(world);
  await world.clock.advance(61_000);
  await Promise.all([cancel(world), other.payments.work.runDue()]);
  const flags = [...world.notices, ...other.notices].filter(({ kind }) => kind === "attempt-flagged");
  expect(flags).toMatchObject([
    { reason: expect.stringMatching(/^cancellation without an outcome after \d look-ups$/) },
  ]);
});

test("a cancellation whose answer has another amount is flagged and reported at once, also by its own request", async () => {
  const world = await createWorld();
  const { intentKey } = await world.paid();
  world.gateway.faults.next("cancel", "wrong-amount");
  expect(codeOf(await world.cancel(intentKey))).toBe("FAILED_REFUND_PROCESS");
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toHaveLength(1);
  const reason = "the gateway's answer names another amount, another key or a time that cannot be";
  expect(world.notices).toMatchObject([{ kind: "attempt-flagged", attempt: `cancellation-${intentKey}-1`, reason }]);
});

test("merchants are listed by mId, then mode, with their present names", async () => {
  const world = await createWorld();
  const register = (mId: number, mode: "test" | "live", name = `Shop ${mId}`) =>
    world.payments.merchants.register({ mId, mode, name, feeRate: "3.3" });
  await register(10, "test");
  await register(9, "test");
  await register(9, "live");
  await register(9, "test", "Renamed");
  const { items } = valueOf(await world.payments.merchants.list());
  expect(items.map(({ mId, mode, name }) => `${mId} ${mode} ${name}`)).toEqual([
    "7 test Corner Shop",
    "9 live Shop 9",
    "9 test Renamed",
    "10 test Shop 10",
  ]);
});

test("a process that dies while it registers a merchant leaves no unlisted merchant", async () => {
  const committed: string[] = [];
  let dies = false;
  const world = await createWorld({
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        committed.push(changeSet.tenant);
        if (dies) await new Promise(() => undefined);
        return result;
      },
    }),
  });
  committed.length = 0;
  dies = true;
  const merchant = { mId: 8, mode: "test", name: "Second Shop", feeRate: "1" } as const;
  void world.payments.merchants.register(merchant);
  await world.clock.advance(1000);
  expect(committed).toEqual(["platform"]);
  const other = await createWorld({ sharing: world });
  expect(valueOf(await other.payments.merchants.list()).items.map(({ mId }) => mId)).toEqual([7]);
  expect(codeOf(await other.payments.merchants.register(merchant))).toBe("ok");
  expect(valueOf(await other.payments.merchants.list()).items.map(({ mId }) => mId)).toEqual([7, 8]);
  expect(codeOf(await other.payments.sessions.create(merchant, sessionInput))).toBe("ok");
});

test("a merchant whose entry in the list could not be made is not registered either", async () => {
  let storm = false;
  const world = await createWorld({
    store: (store) => ({
      ...store,
      commit: async (changeSet) =>
        storm && changeSet.tenant === "platform"
          ? { status: "conflict", key: { kind: "merchantIndex", id: "8:test" } }
          : store.commit(changeSet),
    }),
  });
  storm = true;
  const merchant = { mId: 8, mode: "test", name: "Second Shop", feeRate: "1" } as const;
  expect(codeOf(await world.payments.merchants.register(merchant))).toBe("CONCURRENT_REQUEST");
  expect(codeOf(await world.payments.sessions.create(merchant, sessionInput))).toBe("FORBIDDEN_REQUEST");
});
