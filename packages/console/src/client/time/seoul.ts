import { language, say } from "../language/language.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Korea has had one offset, without summer time, since 1988. */
const offsetMs = 9 * hourMs;

/** `2026-11-25`, the day in Seoul. */
export function dayOf(at: number): string {
  return new Date(at + offsetMs).toISOString().slice(0, 10);
}

/** The day so many days later, or earlier. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

const english = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekdays = {
  ko: ["일", "월", "화", "수", "목", "금", "토"],
  en: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
};

/** From Sunday on. */
export function weekdayNames(): readonly string[] {
  return weekdays[language()];
}

/** `11/25`, where there is little room. */
export function shortDay(day: string): string {
  const [, month = "", date = ""] = day.split("-");
  return `${Number(month)}/${Number(date)}`;
}

export function weekdayOf(day: string): string {
  return weekdays[language()][new Date(Date.parse(day)).getUTCDay()] ?? "";
}

/** `11월 25일 (수)` or `Wed 25 Nov`; with the year where asked. */
export function dayText(day: string, { year = false } = {}): string {
  const [years = "", month = "", date = ""] = day.split("-");
  if (language() === "ko") {
    return `${year ? `${years}년 ` : ""}${Number(month)}월 ${Number(date)}일 (${weekdayOf(day)})`;
  }
  return `${weekdayOf(day)} ${Number(date)} ${english[Number(month) - 1] ?? ""}${year ? ` ${years}` : ""}`;
}

/** `14:03`, with seconds where asked. */
export function clockText(at: number, { seconds = false } = {}): string {
  return new Date(at + offsetMs).toISOString().slice(11, seconds ? 19 : 16);
}

/** `11월 25일 14:03` or `25 Nov 14:03`, in Seoul. */
export function momentText(time: string, { seconds = false } = {}): string {
  const at = Date.parse(time);
  const [years = "", month = "", date = ""] = dayOf(at).split("-");
  const clock = clockText(at, { seconds });
  const other = years === dayOf(serviceNow()).slice(0, 4) ? "" : years;
  if (language() === "ko") return `${other === "" ? "" : `${other}년 `}${Number(month)}월 ${Number(date)}일 ${clock}`;
  return `${Number(date)} ${english[Number(month) - 1] ?? ""}${other === "" ? "" : ` ${other}`} ${clock}`;
}

let aheadMs = 0;

/** The service's time is learned from its answers: this machine's clock may be wrong, and that of development moves. */
export function learnServiceTime(now: number): void {
  // Answers tell whole seconds.
  if (Math.abs(now - serviceNow()) > 2_000) aheadMs = now - Date.now();
}

/** The time of the service, in milliseconds since 1970. */
export function serviceNow(): number {
  return Date.now() + aheadMs;
}

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

/**
 * A typed time in Seoul, `2026-11-25T14:03`, in the form of the API; undefined if it is not a time. It keeps the typed
 * precision, at which the service compares it.
 */
export function atOf(typed: string): string | undefined {
  const at = `${typed}+09:00`;
  return Number.isNaN(Date.parse(at)) || !/T\d\d:\d\d/.test(typed) ? undefined : at;
}

export function timeText(typed: string): string {
  const at = atOf(typed);
  return at === undefined ? "" : momentText(at);
}

const minuteMs = 60_000;
const toleranceMs = 5 * minuteMs;

/** What is wrong with a typed time; `since` is the earliest moment, where it is known here. */
export function timeProblem(typed: string, since: string | undefined): string | undefined {
  const at = atOf(typed);
  if (at === undefined) return say("언제였는지 적어 주세요.", "Say when it was.");
  const from = Date.parse(at);
  const until = from + (/T\d\d:\d\d$/.test(typed) ? minuteMs : 1000);
  const isEarly = since !== undefined && until <= Date.parse(since) - toleranceMs;
  if (!isEarly && from <= serviceNow() + toleranceMs) return undefined;
  if (since === undefined) return say("지금보다 뒤일 수 없어요.", "It can’t be later than now.");
  const first = momentText(since, { seconds: true });
  return say(`${first}부터 지금까지의 시각을 적어 주세요.`, `It must be between ${first} and now.`);
}
