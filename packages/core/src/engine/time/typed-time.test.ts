import { expect, test } from "vitest";

import { possibleTime } from "./typed-time.ts";

const earliest = Date.UTC(2026, 10, 20, 5, 3, 7, 250);
const now = Date.UTC(2026, 10, 20, 9, 0, 0, 500);
const possible = { earliest, since: "when it was approved", now };

test.each<[string, number]>([
  ["2026-11-20T14:03+09:00", earliest],
  ["2026-11-20T05:03Z", earliest],
  ["2026-11-20T14:03:07+09:00", earliest],
  ["2026-11-20T14:03:07.2+09:00", earliest],
  ["2026-11-20T14:03:07.25+09:00", earliest],
  ["2026-11-20T14:03:07.2501+09:00", earliest],
  ["2026-11-20T14:04+09:00", Date.UTC(2026, 10, 20, 5, 4)],
  // Within the tolerance a time is kept as it was typed.
  ["2026-11-20T13:58+09:00", Date.UTC(2026, 10, 20, 4, 58)],
  ["2026-11-20T13:58:07.251+09:00", Date.UTC(2026, 10, 20, 4, 58, 7, 251)],
  ["2026-11-20T18:05:00.5+09:00", Date.UTC(2026, 10, 20, 9, 5, 0, 500)],
])("%s is possible", (text, moment) => {
  expect(possibleTime("at", text, possible)).toEqual({ ok: true, value: moment });
});

test.each([
  "2026-11-20T13:57+09:00",
  "2026-11-20T13:58:06+09:00",
  "2026-11-20T13:58:07.249+09:00",
  "2026-11-20T18:06+09:00",
  "2026-11-20T18:05:00.501+09:00",
  "2020-11-20T14:03+09:00",
  "2026-11-21T14:03+09:00",
])("%s is refused with the range", (text) => {
  expect(possibleTime("at", text, possible)).toMatchObject({
    error: {
      code: "INVALID_REQUEST",
      details: [
        {
          field: "at",
          problem:
            "must be between 2026-11-20T14:03:07+09:00, when it was approved, and now, 2026-11-20T18:00:00+09:00",
        },
      ],
    },
  });
});
