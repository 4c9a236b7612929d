import { testHolidays } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { createWorld, valueOf } from "../../../test/world.ts";
import type { ClockMove } from "./clock-move.ts";

/** It is Friday, 2026-11-20 at 10:00 in Seoul; Wednesday, the 25th, is a holiday, and so is the 26th by an operator. */
async function openWorld() {
  const world = await createWorld({ holidays: { ...testHolidays("2026-11-25"), lastDay: "2026-12-04" } });
  valueOf(await world.payments.calendar.close("2026-11-26"));
  return world;
}

const moment = (text: string) => Date.parse(`${text}+09:00`);

test.each<[ClockMove, string]>([
  [{ forward: { minutes: 1 } }, "2026-11-20T10:01:00"],
  [{ forward: { businessDays: 1 } }, "2026-11-23T10:00:00"],
  [{ forward: { businessDays: 2 } }, "2026-11-24T10:00:00"],
  [{ forward: { businessDays: 3 } }, "2026-11-27T10:00:00"],
  [{ forward: { businessDays: 8 } }, "2026-12-04T10:00:00"],
  [{ to: "2026-11-20T01:00:00Z" }, "2026-11-20T10:00:00"],
  [{ to: "2026-11-22T00:00:00+09:00" }, "2026-11-22T00:00:00"],
  [{ to: "2026-12-04T23:59:59.999+09:00", forward: undefined }, "2026-12-04T23:59:59.999"],
])("%j leads to %s in Seoul", async (move, expected) => {
  const { payments } = await openWorld();
  expect(valueOf(await payments.calendar.movedTo(move))).toBe(moment(expected));
});

const past = "must not lead past 2026-12-04, where the calendar ends";
const one = "must have exactly one of to, forward.minutes and forward.businessDays";
const back = "must not be before 2026-11-20T10:00:00+09:00, the service's time";

test.each<[ClockMove, string, string]>([
  [{}, "body", one],
  [{ forward: {} }, "body", one],
  [{ to: "2026-11-22T00:00:00Z", forward: { minutes: 1 } }, "body", one],
  [{ forward: { minutes: 1, businessDays: 1 } }, "body", one],
  [{ to: "2026-11-20T00:59:59.999Z" }, "to", back],
  [{ to: "2026-12-05T00:00:00+09:00" }, "to", past],
  [{ to: "tomorrow" }, "to", "must be a time such as 2026-11-25T00:00:00+09:00"],
  [{ to: "2026-11-22" }, "to", "must be a time such as 2026-11-25T00:00:00+09:00"],
  [{ forward: { minutes: 0 } }, "forward.minutes", "must be at least 1"],
  [{ forward: { minutes: -5 } }, "forward.minutes", "must be at least 1"],
  [{ forward: { minutes: 1.5 } }, "forward.minutes", "must be a whole number"],
  [{ forward: { minutes: 1_000_000 } }, "forward.minutes", past],
  [{ forward: { minutes: 1_000_001 } }, "forward.minutes", "must be at most 1,000,000"],
  [{ forward: { businessDays: 0 } }, "forward.businessDays", "must be at least 1"],
  [{ forward: { businessDays: 9 } }, "forward.businessDays", past],
])("%j is refused", async (move, field, problem) => {
  const { payments } = await openWorld();
  expect(await payments.calendar.movedTo(move)).toEqual({
    ok: false,
    error: { code: "INVALID_REQUEST", details: [{ field, code: "INVALID_REQUEST", problem }] },
  });
});
