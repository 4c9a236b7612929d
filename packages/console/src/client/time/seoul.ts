import { language } from "../language/language.ts";

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
