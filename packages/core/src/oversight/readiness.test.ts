import { expect, test } from "vitest";

import { codeOf, createWorld, sessionInput, shop } from "../../test/world.ts";
import { StoreUnavailable } from "../engine/commit/store.ts";
import type { ChangeSet, Store } from "../index.ts";

/** What happens to a commit; undefined for success. */
type Trouble = (changeSet: ChangeSet) => Error | "conflict" | "hangs" | undefined;

const noRoom = () => new StoreUnavailable("could not extend file: No space left on device");

/** A service whose store does as a test says, and counts the trials of writes. */
async function service() {
  let trouble: Trouble = () => undefined;
  let read: Store["read"] | undefined;
  const asked = { reads: 0, trials: 0 };
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const world = await createWorld({
    store: (memory) => ({
      ...memory,
      read(tenant, request) {
        asked.reads += 1;
        return (read ?? memory.read)(tenant, request);
      },
      async commit(changeSet) {
        const isTrial = changeSet.writes.some(({ key }) => key.kind === "writeTrial");
        if (isTrial) asked.trials += 1;
        const met = trouble(changeSet);
        if (met === "hangs") {
          await goesOn;
          return memory.commit(changeSet);
        }
        if (met === "conflict") return { status: "conflict", key: { kind: "writeTrial", id: "newest" } };
        if (met !== undefined) throw met;
        return memory.commit(changeSet);
      },
    }),
  });
  const { payments, clock } = world;
  return {
    asked,
    clock,
    goOn,
    meets: (next: Trouble) => (trouble = next),
    reads: (next: Store["read"] | undefined) => (read = next),
    request: (orderId = sessionInput.orderId) => payments.sessions.create(shop, { ...sessionInput, orderId }),
    check: async () => (await payments.readiness.check()).store,
    payments,
  };
}

test("a store that refuses every write is noticed by a request, and its recovery without one", async () => {
  const { meets, request, check, clock, payments } = await service();
  expect(await check()).toBe("ready");
  meets(noRoom);
  await expect(request()).rejects.toThrow(StoreUnavailable);
  expect(await payments.readiness.check()).toEqual({ store: "refuses-writes", error: noRoom() });
  await clock.advance(3_000);
  expect(await check()).toBe("refuses-writes");
  meets(() => undefined);
  await clock.advance(3_000);
  expect(await check()).toBe("ready");
  expect(codeOf(await request())).toBe("ok");
});

test("while all is well a check only reads, and checks at once share their read", async () => {
  const { request, check, asked } = await service();
  expect(codeOf(await request())).toBe("ok");
  asked.reads = 0;
  expect(await Promise.all(Array.from({ length: 100 }, check))).toEqual(Array.from({ length: 100 }, () => "ready"));
  expect(asked).toEqual({ reads: 1, trials: 0 });
  await check();
  expect(asked).toEqual({ reads: 2, trials: 0 });
});

test("writes are tried once in three seconds at most, however often it is asked", async () => {
  const { meets, request, check, clock, asked } = await service();
  meets(noRoom);
  await expect(request()).rejects.toThrow();
  for (let second = 0; second < 9; second += 1) {
    for (let count = 0; count < 20; count += 1) expect(await check()).toBe("refuses-writes");
    await Promise.all(Array.from({ length: 20 }, check));
    await expect(request()).rejects.toThrow();
    await clock.advance(1_000);
  }
  expect(asked.trials).toBe(3);
});

test("a clock that is set back holds up no trial", async () => {
  const { meets, request, check, clock } = await service();
  meets(noRoom);
  await expect(request()).rejects.toThrow();
  expect(await check()).toBe("refuses-writes");
  meets(() => undefined);
  const anHourBefore = clock.now() - 60 * 60_000;
  Object.assign(clock, { now: () => anHourBefore });
  expect(await check()).toBe("ready");
});

test("a write that failed once, while others succeed, costs one trial and no readiness", async () => {
  const { meets, request, check, clock, asked } = await service();
  meets(({ writes }) => (writes.some(({ key }) => key.kind === "session") ? noRoom() : undefined));
  await expect(request()).rejects.toThrow();
  expect(await check()).toBe("ready");
  await clock.advance(60_000);
  expect(await check()).toBe("ready");
  expect(asked.trials).toBe(1);
});

test("refusals, conflicts and malformed change sets are no failed writes", async () => {
  const { meets, request, check, clock, asked } = await service();
  expect(codeOf(await request("x"))).toBe("INVALID_ORDER_ID");
  meets(() => "conflict");
  expect(codeOf(await request())).toBe("CONCURRENT_REQUEST");
  meets(() => new RangeError("postings are not balanced"));
  await expect(request()).rejects.toThrow(RangeError);
  await clock.advance(60_000);
  expect(await check()).toBe("ready");
  expect(asked.trials).toBe(0);
});

test("another process that has just tried the same proves that writes succeed", async () => {
  const { meets, request, check } = await service();
  meets(noRoom);
  await expect(request()).rejects.toThrow();
  meets(() => "conflict");
  expect(await check()).toBe("ready");
});

test("a trial takes more room than a few bytes in pages that the database has", async () => {
  const { meets, request, check } = await service();
  meets(noRoom);
  await expect(request()).rejects.toThrow();
  meets(({ writes }) => (JSON.stringify(writes).length > 30_000 ? noRoom() : undefined));
  expect(await check()).toBe("refuses-writes");
});

test("a store that answers no read is unreachable, and is not written to", async () => {
  const { meets, reads, request, check, asked } = await service();
  meets(noRoom);
  await expect(request()).rejects.toThrow();
  reads(() => Promise.reject(new StoreUnavailable("The database did not answer")));
  expect(await check()).toBe("unreachable");
  expect(asked.trials).toBe(0);
  reads(undefined);
  meets(() => undefined);
  expect(await check()).toBe("ready");
});

test("a store that hangs is noticed within 1.5 seconds, at a read and at a write, and not asked again meanwhile", async () => {
  const { meets, reads, request, check, clock, asked, goOn } = await service();
  const checkedAfter = async (ms: number) => {
    const answer = check();
    await clock.advance(ms);
    return answer;
  };
  meets(noRoom);
  await expect(request()).rejects.toThrow();
  meets(({ writes }) => (writes.some(({ key }) => key.kind === "writeTrial") ? "hangs" : noRoom()));
  for (let count = 0; count < 5; count += 1) {
    expect(await checkedAfter(1_500)).toBe("refuses-writes");
    await expect(request()).rejects.toThrow();
  }
  goOn();
  expect(await checkedAfter(0)).toBe("ready");
  expect(asked.trials).toBe(1);
  reads(() => new Promise(() => {}));
  asked.reads = 0;
  for (let count = 0; count < 5; count += 1) expect(await checkedAfter(1_500)).toBe("unreachable");
  expect(asked.reads).toBe(1);
});
