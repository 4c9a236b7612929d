import { say } from "../language/language.ts";

/** `90초`, `12분`, `3시간`, `2일`: in the largest unit of which there are two. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return say(`${seconds}초`, `${seconds} s`);
  if (seconds < 2 * 3_600) return say(`${Math.floor(seconds / 60)}분`, `${Math.floor(seconds / 60)} min`);
  if (seconds < 2 * 86_400) return say(`${Math.floor(seconds / 3_600)}시간`, `${Math.floor(seconds / 3_600)} h`);
  return say(`${Math.floor(seconds / 86_400)}일`, `${Math.floor(seconds / 86_400)} days`);
}
