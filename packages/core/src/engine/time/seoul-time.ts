/** Korea has had no daylight saving time since 1988. */
export const seoulOffsetMs = 9 * 60 * 60 * 1000;

/**
 * A moment in Seoul as `yyyy-MM-dd'T'HH:mm:ss+09:00`, without milliseconds, as every time of a payment has it
 * (interface: PaymentIntent).
 *
 * @param at milliseconds since 1970
 *
 * @example
 * seoulTime(Date.UTC(2026, 10, 20, 15, 4, 5)); // "2026-11-21T00:04:05+09:00"
 */
export function seoulTime(at: number): string {
  return `${new Date(at + seoulOffsetMs).toISOString().slice(0, 19)}+09:00`;
}

/**
 * The day in Seoul at a moment, `yyyy-MM-dd`.
 *
 * @param at milliseconds since 1970
 *
 * @example
 * dayInSeoul(Date.UTC(2026, 10, 20, 15)); // "2026-11-21"
 */
export function dayInSeoul(at: number): string {
  return seoulTime(at).slice(0, 10);
}

/**
 * The start of a day in Seoul, in milliseconds since 1970.
 *
 * @param day `yyyy-MM-dd`
 *
 * @example
 * startOfDayInSeoul("2026-11-21"); // Date.UTC(2026, 10, 20, 15)
 */
export function startOfDayInSeoul(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - seoulOffsetMs;
}
