import { StoreUnavailable, WrongSecret, type Payments } from "@wonflow/core";
import type { SecretOperations, WorkOperations } from "@wonflow/core/internal";
import { fakeClock } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { recordingLogger } from "../test/recording-logger.ts";
import { startWork } from "./work-loop.ts";

/** A service whose due work is what a test says; `due` gives the work of a kind, until there is none left. */
function serviceWith(
  kinds: WorkOperations["kinds"],
  due: (kind: string) => (() => Promise<boolean>) | undefined,
  secret: Pick<SecretOperations, "check"> = { check: async () => {} },
) {
  const asked: string[] = [];
  const work: WorkOperations = {
    kinds,
    async start(kind, limit) {
      asked.push(`${kind} ${limit}`);
      const started: Promise<boolean>[] = [];
      while (started.length < limit) {
        const next = due(kind);
        if (next === undefined) break;
        started.push(next());
      }
      return started;
    },
    runDue: () => Promise.reject(new Error("the loop starts each kind by itself")),
  };
  return { payments: { work, secret } as unknown as Payments, asked };
}

/** Work that ends when the test resolves it. */
function held() {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  return { run: () => promise, end: () => resolve(true) };
}

const turns = async (clock: ReturnType<typeof fakeClock>) => {
  for (let turn = 0; turn < 5; turn += 1) await clock.advance(250);
};

test("a kind whose provider does not answer holds up no other kind", async () => {
  const clock = fakeClock(0);
  const slow = held();
  const waiting = [slow.run];
  let quick = 0;
  const { payments } = serviceWith(
    [
      { kind: "slow", limit: 1 },
      { kind: "quick", limit: 1 },
    ],
    (kind) => (kind === "slow" ? waiting.shift() : quick < 3 ? async () => (quick += 1) > 0 : undefined),
  );
  const work = startWork(payments, { clock });
  await turns(clock);
  expect(quick).toBe(3);
  slow.end();
  await work.stop();
});

test("upkeep is asked for at the start, and then every five seconds; everything else four times a second", async () => {
  const clock = fakeClock(0);
  const { payments, asked } = serviceWith(
    [
      { kind: "seen", limit: 1 },
      { kind: "upkeep", limit: 1, upkeep: true },
    ],
    () => undefined,
  );
  const work = startWork(payments, { clock });
  const count = (kind: string) => asked.filter((each) => each === `${kind} 1`).length;
  await clock.advance(0);
  expect([count("seen"), count("upkeep")]).toEqual([1, 1]);
  await clock.advance(4_999);
  expect([count("seen"), count("upkeep")]).toEqual([20, 1]);
  await clock.advance(1);
  expect([count("seen"), count("upkeep")]).toEqual([21, 2]);
  await work.stop();
});

test("a record whose provider does not answer holds up no other record of its kind, up to the limit", async () => {
  const clock = fakeClock(0);
  const [first, second, third] = [held(), held(), held()];
  let begun = 0;
  const begin = (each: ReturnType<typeof held>) => () => ((begun += 1), each.run());
  const waiting = [begin(first)];
  const { payments, asked } = serviceWith([{ kind: "slow", limit: 2 }], () => waiting.shift());
  const work = startWork(payments, { clock });
  await turns(clock);
  waiting.push(begin(second), begin(third));
  await turns(clock);
  expect(begun).toBe(2);
  expect(new Set(asked)).toEqual(new Set(["slow 2", "slow 1"]));
  first.end();
  await turns(clock);
  expect(begun).toBe(3);
  second.end();
  third.end();
  await work.stop();
});

test("stopping waits for what is being done, and begins nothing more", async () => {
  const clock = fakeClock(0);
  const last = held();
  const waiting = [last.run];
  const { payments, asked } = serviceWith([{ kind: "slow", limit: 1 }], () => waiting.shift());
  const work = startWork(payments, { clock });
  await turns(clock);
  let stopped = false;
  const stop = work.stop().then(() => (stopped = true));
  await turns(clock);
  expect(stopped).toBe(false);
  const before = asked.length;
  last.end();
  await stop;
  expect(asked).toHaveLength(before);
});

test("an unavailable store is reported, and called again after a pause", async () => {
  const clock = fakeClock(0);
  const { logger, lines } = recordingLogger();
  let down = true;
  let done = 0;
  const { payments } = serviceWith([{ kind: "session", limit: 1 }], () => {
    if (down) throw new Error("unavailable");
    return done === 0 ? async () => (done += 1) > 0 : undefined;
  });
  const work = startWork(payments, { clock, logger });
  await clock.advance(100);
  expect(lines).toMatchObject([{ level: "error", fields: { notice: "work-failed", work: "session" } }]);
  down = false;
  await turns(clock);
  expect(done).toBe(1);
  await work.stop();
});

test("a store that stays away is asked after growing rests, up to ten seconds, and is reported once a minute", async () => {
  const clock = fakeClock(0);
  const { logger, lines } = recordingLogger();
  const { payments, asked } = serviceWith([{ kind: "session", limit: 1 }], () => {
    throw new StoreUnavailable("away");
  });
  const work = startWork(payments, { clock, logger });
  for (let second = 0; second < 60; second += 1) await clock.advance(1_000);
  expect(asked.length).toBeLessThanOrEqual(12);
  const before = asked.length;
  for (let second = 0; second < 60; second += 1) await clock.advance(1_000);
  expect(asked.length - before).toBe(6);
  expect(lines).toMatchObject([{ fields: { work: "session" } }, { fields: { times: expect.any(Number) } }]);
  expect(lines).toHaveLength(2);
  await work.stop();
});

test("a process with a wrong secret does no due work, and reports that, until its secret is accepted", async () => {
  const clock = fakeClock(0);
  const { logger, lines } = recordingLogger();
  let isRight = false;
  const check = async () => {
    if (!isRight) throw new WrongSecret();
  };
  const { payments, asked } = serviceWith([{ kind: "session", limit: 1 }], () => undefined, { check });
  const work = startWork(payments, { clock, logger });
  await turns(clock);
  expect(asked).toEqual([]);
  expect(lines[0]).toMatchObject({ fields: { notice: "work-failed", work: "secret", err: { type: "WrongSecret" } } });
  isRight = true;
  await turns(clock);
  expect(asked).not.toEqual([]);
  await work.stop();
});

test("no work begins as long as it may not, and then what waited is done", async () => {
  const clock = fakeClock(0);
  let [mayStart, done] = [false, 0];
  const waiting = [async () => (done += 1) > 0];
  const { payments, asked } = serviceWith([{ kind: "work", limit: 1 }], () => waiting.shift());
  const work = startWork(payments, { clock, mayStart: async () => mayStart });
  await turns(clock);
  expect([asked, done]).toEqual([[], 0]);
  mayStart = true;
  await turns(clock);
  expect(done).toBe(1);
  await work.stop();
});

test("a failing mayStart is reported, and asked again", async () => {
  const clock = fakeClock(0);
  const { logger, lines } = recordingLogger();
  let isDown = true;
  const { payments, asked } = serviceWith([{ kind: "work", limit: 1 }], () => undefined);
  const mayStart = () => (isDown ? Promise.reject(new Error("the store is down")) : Promise.resolve(true));
  const work = startWork(payments, { clock, mayStart, logger });
  await turns(clock);
  expect([asked, lines[0]]).toMatchObject([[], { fields: { notice: "work-failed", work: "work" } }]);
  isDown = false;
  await turns(clock);
  expect(asked.length).toBeGreaterThan(0);
  await work.stop();
});

test("a pause waits for work in progress, no work starts meanwhile, and it continues afterwards", async () => {
  const clock = fakeClock(0);
  const slow = held();
  const waiting = [slow.run];
  const { payments, asked } = serviceWith([{ kind: "work", limit: 1 }], () => waiting.shift());
  const work = startWork(payments, { clock });
  await turns(clock);
  const during: string[] = [];
  const paused = work.pauseFor(async () => {
    const before = asked.length;
    await turns(clock);
    during.push(`${asked.length - before} asked`);
    return "answer";
  });
  await turns(clock);
  expect(during).toEqual([]);
  slow.end();
  expect([await paused, during]).toEqual(["answer", ["0 asked"]]);
  const before = asked.length;
  await turns(clock);
  expect(asked.length).toBeGreaterThan(before);
  await work.stop();
});

test("a loop that is stopped in a pause does not continue; one whose pause fails does", async () => {
  const clock = fakeClock(0);
  const { payments, asked } = serviceWith([{ kind: "work", limit: 1 }], () => undefined);
  const work = startWork(payments, { clock });
  await expect(work.pauseFor(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const before = asked.length;
  await turns(clock);
  expect(asked.length).toBeGreaterThan(before);
  await work.pauseFor(() => work.stop());
  const last = asked.length;
  await turns(clock);
  expect(asked.length).toBe(last);
});
