import { clockText, minutesReached, soonMs } from "../time-left.ts";
import { find, the } from "./elements.ts";
import { translated } from "./page-language.ts";

/** Counts down until the link expires, then calls `over` every second until it returns true. */
export function countDown(over: () => boolean): void {
  const until = Date.now() + Number(the("main", HTMLElement).dataset["left"]);
  let before = until - Date.now();
  const tick = () => {
    const time = find("#time", HTMLElement);
    if (time === undefined) return stop();
    const left = until - Date.now();
    time.textContent = clockText(left);
    time.classList.toggle("soon", left <= soonMs);
    const minutes = minutesReached(before, left);
    if (minutes !== undefined)
      the("#quiet", HTMLElement).textContent = translated("minutesLeft", { minutes: String(minutes) });
    before = left;
    if (left <= 0 && over()) stop();
  };
  const timer = setInterval(tick, 1000);
  const stop = () => clearInterval(timer);
  // A phone that slept shows an old time when it wakes.
  document.addEventListener("visibilitychange", tick);
  tick();
}
