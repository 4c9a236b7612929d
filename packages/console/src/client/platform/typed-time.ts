import { momentText } from "../time/seoul.ts";

/** The instant of a typed time in Seoul, `2026-11-25T14:03`, as the interface takes it; undefined where it is none. */
export function atOf(typed: string): string | undefined {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed) ? `${typed}:00+09:00` : `${typed}+09:00`;
  return Number.isNaN(Date.parse(at)) || !/T\d\d:\d\d/.test(typed) ? undefined : at;
}

export function timeText(typed: string): string {
  const at = atOf(typed);
  return at === undefined ? "" : momentText(at);
}
