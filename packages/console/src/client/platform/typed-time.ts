import { say } from "../language/language.ts";
import { momentText, serviceNow } from "../time/seoul.ts";

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
