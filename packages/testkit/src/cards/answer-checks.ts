import { expect } from "vitest";

/** Expects names that core can keep, each of which identifies one thing; or none at all. */
export function expectNames(names: readonly (string | null | undefined)[]): void {
  if (names.every((name) => name === null)) return;
  for (const name of names) expect(name).toMatch(/^[\x21-\x7e]{1,200}$/);
  expect(new Set(names).size).toBe(names.length);
}

interface CardAnswer {
  readonly key: string;
  readonly token: string;
  readonly maskedNumber: string;
  readonly issuerCode: string;
}

/** Expects a card of which no more is shown than may be kept: the first eight digits and the last four. */
export function expectCard(
  answer: CardAnswer | undefined,
  { key, number }: { readonly key: string; readonly number: string },
): void {
  expect(answer).toHaveProperty("key", key);
  expect(answer).toHaveProperty("token", expect.stringMatching(/^[\x21-\x7e]{1,200}$/));
  expect(answer).toHaveProperty("issuerCode", expect.stringMatching(/^[0-9A-Z]{2}$/));
  const masked = answer?.maskedNumber ?? "";
  expect(masked).toMatch(/^(?=.{1,20}$)\d{0,8}\*+\d{0,4}$/);
  const [start = "", end = ""] = masked.split(/\*+/);
  expect(number.startsWith(start) && number.endsWith(end)).toBe(true);
}
