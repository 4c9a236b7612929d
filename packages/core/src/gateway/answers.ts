import type { AuthenticatedCard } from "./gateway.ts";

/** A text that can name something at a provider: visible ASCII characters, at most 200. */
const nameText = /^[\x21-\x7e]{1,200}$/;

export function isTokenText(token: unknown): token is string {
  return typeof token === "string" && nameText.test(token);
}

/** Whether an answer may be the gateway's name of a record; null if the gateway has no id of its own. */
export function isReference(reference: unknown): boolean {
  return reference === null || isTokenText(reference);
}

/** Whether a text can name credentials: visible ASCII characters, at most 64. */
export function isCredentialsName(name: unknown): name is string {
  return isTokenText(name) && name.length <= 64;
}

/** Whether an answer is of this key, and shows no more of the card than may be kept. */
export function isCardOf(key: string, { key: named, token, maskedNumber, issuerCode }: AuthenticatedCard): boolean {
  return named === key && isTokenText(token) && isMasked(maskedNumber) && /^[0-9A-Z]{2}$/.test(issuerCode);
}

/** At most the first eight and the last four digits in sight. */
function isMasked(number: string): boolean {
  return number.length <= 20 && /^\d{0,8}\*+\d{0,4}$/.test(number);
}

/** A provider's clock further from ours than this is that of another call's answer. */
const mostClockDifferenceMs = 24 * 60 * 60 * 1000;

/** Whether a time that an answer names may be that of the call, by our own clock. */
export function isTimeOfCall(
  at: number,
  { openedAt, now }: { readonly openedAt: number; readonly now: number },
): boolean {
  return at >= openedAt - mostClockDifferenceMs && at <= now + mostClockDifferenceMs;
}
