const minuteMs = 60_000;

/** From when on the time that is left is shown as short. */
export const soonMs = 3 * minuteMs;

/** At which minutes a screen reader hears of the time: seldom enough to leave a buyer in peace. */
const announcedMinutes = [5, 1];

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

/** The minutes that are left, where it is time to speak of them since the last look at the clock. */
export function minutesReached(beforeMs: number, leftMs: number): number | undefined {
  const reached = announcedMinutes.some((minutes) => beforeMs > minutes * minuteMs && leftMs <= minutes * minuteMs);
  return reached && leftMs > 0 ? Math.ceil(leftMs / minuteMs) : undefined;
}
