import { describe, expect, test } from "vitest";
import { fakeClock } from "./clock.ts";

describe("fakeClock", () => {
  test("does not move until it is advanced", async () => {
    const clock = fakeClock(1_000);
    expect(clock.now()).toBe(1_000);
    await clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });

  test("elapses timers in the order they fall due, each at its own time", async () => {
    const clock = fakeClock(0);
    const seen: string[] = [];
    const note = async (name: string, ms: number) => {
      await clock.after(ms).elapsed;
      seen.push(`${name}@${clock.now()}`);
    };
    const waiting = [note("late", 30), note("first", 10), note("second", 10), note("after", 31)];
    await clock.advance(30);
    expect(seen).toEqual(["first@10", "second@10", "late@30"]);
    await clock.advance(1);
    await Promise.all(waiting);
    expect(seen.at(-1)).toBe("after@31");
  });

  test("elapses a timer that was started on the way", async () => {
    const clock = fakeClock(0);
    const seen: number[] = [];
    const chain = (async () => {
      for (let i = 0; i < 3; i += 1) {
        await clock.after(10).elapsed;
        seen.push(clock.now());
      }
    })();
    await clock.advance(100);
    await chain;
    expect(seen).toEqual([10, 20, 30]);
  });

  test("a canceled timer never elapses", async () => {
    const clock = fakeClock(0);
    let elapsed = false;
    const timer = clock.after(5);
    void timer.elapsed.then(() => (elapsed = true));
    timer.cancel();
    await clock.advance(10);
    expect(elapsed).toBe(false);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("refuses to advance by %s", async (ms) => {
    await expect(fakeClock(0).advance(ms)).rejects.toThrow(RangeError);
  });
});
