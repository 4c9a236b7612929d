const seoulOffset = 9 * 60 * 60 * 1000;

/**
 * A moment in Seoul as `yyyy-MM-dd'T'HH:mm:ss+09:00`, without milliseconds: the form of every
 * time of a payment (interface: PaymentIntent).
 *
 * @param at milliseconds since 1970
 *
 * @example
 * seoulTime(Date.UTC(2026, 10, 20, 15, 4, 5)); // "2026-11-21T00:04:05+09:00"
 */
export function seoulTime(at: number): string {
  return `${new Date(at + seoulOffset).toISOString().slice(0, 19)}+09:00`;
}
