import { find, the } from "./elements.ts";
import { spoken } from "./speaking.ts";

/** At which minutes a screen reader hears of the time. */
const spokenMinutes = [5, 1];
const soonMs = 3 * 60_000;

/**
 * The time left as a clock shows it.
 *
 * @example
 * clockText(61_000); // "01:01"
 */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000));
  const parts = [Math.floor(seconds / 60), seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** The minutes to speak of, where they have been reached since the last look at the clock. */
export function minutesReached(beforeMs: number, leftMs: number): number | undefined {
  return spokenMinutes.find((minutes) => beforeMs > minutes * 60_000 && leftMs <= minutes * 60_000 && leftMs > 0);
}

/**
 * Counts down to the moment when the link expires. `over` is called every second from then on, until it
 * says that it has taken notice.
 */
export function countDown(over: () => boolean): void {
  const until = Date.now() + Number(the("main", HTMLElement).dataset["left"]);
  let before = Number.POSITIVE_INFINITY;
  const tick = () => {
    const time = find("#time", HTMLElement);
    if (time === undefined) return stop();
    const left = until - Date.now();
    time.textContent = clockText(left);
    time.classList.toggle("soon", left <= soonMs);
    const minutes = minutesReached(before, left);
    if (minutes !== undefined)
      the("#quiet", HTMLElement).textContent = spoken("minutesLeft", { minutes: String(minutes) });
    before = left;
    if (left <= 0 && over()) stop();
  };
  const timer = setInterval(tick, 1000);
  const stop = () => clearInterval(timer);
  // A phone that slept comes back with an old time.
  document.addEventListener("visibilitychange", tick);
  tick();
}
