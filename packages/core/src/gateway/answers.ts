import type { AuthenticatedCard } from "./gateway.ts";

/** An identifier at a provider: visible ASCII characters, at most 200. */
const nameText = /^[\x21-\x7e]{1,200}$/;

export function isTokenText(token: unknown): token is string {
  return typeof token === "string" && nameText.test(token);
}

/** Whether a value can be the gateway's reference of a record; null if the gateway assigns none. */
export function isReference(reference: unknown): boolean {
  return reference === null || isTokenText(reference);
}

/** Whether a value is a valid name of credentials: visible ASCII characters, at most 64. */
export function isCredentialsName(name: unknown): name is string {
  return isTokenText(name) && name.length <= 64;
}

/** Whether an answer belongs to this key, and contains no more of the card than may be stored. */
export function isCardOf(key: string, { key: named, token, maskedNumber, issuerCode }: AuthenticatedCard): boolean {
  return named === key && isTokenText(token) && isMasked(maskedNumber) && /^[0-9A-Z]{2}$/.test(issuerCode);
}

/** At most the first eight and the last four digits are visible. */
export function isMasked(number: string): boolean {
  return number.length <= 20 && /^\d{0,8}\*+\d{0,4}$/.test(number);
}

/** A time in an answer that differs by more from our clock belongs to another call. */
const mostClockDifferenceMs = 24 * 60 * 60 * 1000;

/** Whether the time in an answer can be the time of the call, by our own clock. */
export function isTimeOfCall(
  at: number,
  { openedAt, now }: { readonly openedAt: number; readonly now: number },
): boolean {
  return at >= openedAt - mostClockDifferenceMs && at <= now + mostClockDifferenceMs;
}
