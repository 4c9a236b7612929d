const minuteMs = 60_000;

/** With less time left the page shows that it is running out. */
export const soonMs = 3 * minuteMs;

/** The minutes left at which a screen reader announces the time; more would disturb. */
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

/** The minutes left, if an announced minute has passed since `beforeMs` was left. */
export function minutesReached(beforeMs: number, leftMs: number): number | undefined {
  const reached = announcedMinutes.some((minutes) => beforeMs > minutes * minuteMs && leftMs <= minutes * minuteMs);
  return reached && leftMs > 0 ? Math.ceil(leftMs / minuteMs) : undefined;
}
