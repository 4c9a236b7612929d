/** A time of the API other than a payment's: UTC with milliseconds. */
export function utcTime(at: number): string {
  return new Date(at).toISOString();
}
