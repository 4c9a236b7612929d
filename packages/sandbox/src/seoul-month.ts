import { seoulOffsetMs } from "@wonflow/core";

/** The month of a moment in Seoul; `month` counts from 0, as in `Date.UTC`. */
export function seoulMonth(nowMs: number): { readonly year: number; readonly month: number } {
  const inSeoul = new Date(nowMs + seoulOffsetMs);
  return { year: inSeoul.getUTCFullYear(), month: inSeoul.getUTCMonth() };
}

export function seoulDay(nowMs: number): number {
  return new Date(nowMs + seoulOffsetMs).getUTCDate();
}
