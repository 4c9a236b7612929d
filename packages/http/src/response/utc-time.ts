/** A time of the interface that is no payment's: UTC with milliseconds. */
export function utcTime(at: number): string {
  return new Date(at).toISOString();
}
