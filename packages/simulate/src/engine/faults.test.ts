import { expect, test } from "vitest";
import { planFaults } from "./faults.ts";

const none = {
  "fail-before": 0,
  "fail-after": 0,
  late: 0,
  twice: 0,
  mismatch: 0,
  lie: 0,
  refused: 0,
  sleep: 0,
  outage: 0,
  conflict: 0,
  stop: 0,
  jump: 0,
  pause: 0,
};

test("a fault stays at its place, whatever else goes wrong", () => {
  const rates = { ...none, "fail-after": 0.5, late: 0.5 };
  const places = Array.from({ length: 50 }, (_, index) => `P1.store.commit#${index}`);
  const ratesAt = () => rates;
  const all = planFaults({ seed: 9, ratesAt });
  const faults = new Map(places.map((place) => [place, all.at(place, ["fail-after", "late"])]));
  const kept = all.happened().at(-1) ?? "";
  const one = planFaults({ seed: 9, ratesAt, only: new Set([kept]) });
  for (const place of places) {
    expect(one.at(place, ["fail-after", "late"])).toEqual(place === kept ? faults.get(place) : undefined);
  }
  one.end();
  expect(one.at(kept, ["fail-after", "late"])).toBeUndefined();
});
