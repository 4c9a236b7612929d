import { language } from "../language/language.ts";
import { dayAfter } from "./seoul.ts";

/** A month such as `2026-11`, with its first and last day. */
export interface Month {
  readonly name: string;
  readonly first: string;
  readonly last: string;
}

export function monthOf(name: string): Month {
  const first = `${name}-01`;
  return { name, first, last: dayAfter(`${dayAfter(first, 31).slice(0, 7)}-01`, -1) };
}

/** The month so many months later, or earlier. */
export function monthAfter(name: string, months: number): string {
  const [year = "", month = ""] = name.split("-");
  return new Date(Date.UTC(Number(year), Number(month) - 1 + months, 1)).toISOString().slice(0, 7);
}

/** `2026년 11월` or `11/2026`. */
export function monthText(name: string): string {
  const [year = "", month = ""] = name.split("-");
  return language() === "ko" ? `${year}년 ${Number(month)}월` : `${Number(month)}/${year}`;
}

/** The month in an address, or that of today. */
export function monthIn(query: URLSearchParams, today: string): Month {
  const asked = query.get("month") ?? "";
  return monthOf(/^20\d\d-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : today.slice(0, 7));
}
