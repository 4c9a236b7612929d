import { dayInSeoul } from "../time/seoul-time.ts";
import type { Tally } from "./tally.ts";
import { normalDelta, type Posting } from "./posting.ts";

/** How postings change the available balance on the day of their booking. `at` is in milliseconds since 1970. */
export function movementOf(postings: readonly Posting[], at: number): readonly Tally[] {
  const moved = postings.filter(({ account }) => account === "available");
  if (moved.length === 0) return [];
  const amount = moved.reduce((sum, posting) => sum + normalDelta(posting), 0);
  return [{ name: "available", day: dayInSeoul(at), amount, count: 1 }];
}
