import { shownLine } from "../text/readable-text.ts";
import type { Attempt } from "./attempt.ts";
import type { ProviderSaid } from "../../ports.ts";

/**
 * The tokens of a string: a digit of any script; a gap, which may separate the digits of one number; or a word, which
 * ends a number. A gap is anything but two letters in a row, and of these the ones of an escape (`%EF`, `\uFF0D`), an
 * entity, a tag or the name of a field (`cardNo1=`). The digits of escapes and names count like any others.
 */
const tokens =
  /(?<digit>\p{Nd})|\\u[a-f]{0,4}|%(?:25){0,5}[a-f]{2}|&[a-z]{1,8};|<\/?[a-z]{1,10} ?\/?>|[\p{L}_][\p{L}_-]{1,39}(?=\p{Nd}{0,2}["'\\]{0,4} ?[:=])|(?<!\p{L})\p{L}(?!\p{L})|(?<word>\p{L}+)|[^]/giu;

/** A card's number has 12 to 19 digits. */
const fewestDigits = 12;
const shownInFront = 6;
const shownAtEnd = 4;

/**
 * The text with every number of 12 digits or more masked but for its first six and last four, however its digits are
 * separated. Its length does not change.
 *
 * @example
 * maskedNumbers("card 4000-0000-0011-0009"); // "card 4000-00**-****-0009"
 */
export function maskedNumbers(text: string): string {
  const shown: string[] = [];
  let number: number[] = [];
  const end = () => {
    if (number.length >= fewestDigits) {
      for (const place of number.slice(shownInFront, -shownAtEnd)) shown[place] = "*";
    }
    number = [];
  };
  for (const { 0: token, groups } of text.matchAll(tokens)) {
    if (groups?.["word"] !== undefined) end();
    if (groups?.["digit"] !== undefined) number.push(shown.length);
    shown.push(token);
  }
  end();
  return shown.join("");
}

/** A provider's text as it may be kept: on one line, without card numbers, not longer than `longest` characters. */
export function scrubbedText(text: unknown, longest: number): string {
  const given = typeof text === "number" ? String(text) : text;
  if (typeof given !== "string") return "";
  // Masked before it is cut: the cut must not make a card's number too short to be one.
  return Array.from(shownLine(maskedNumbers(given.toWellFormed())))
    .slice(0, longest)
    .join("");
}

const longestCode = 50;
const longestMessage = 500;

/** Fields of a request whose values are removed from an answer. Card numbers are masked wherever they occur. */
const personal: ReadonlySet<string> = new Set([
  "registNo",
  "cvc",
  "ownerName",
  "ownerPhoneNumber",
  "cardToken",
  "token",
  "name",
  "businessRegistrationNumber",
  "accountNumber",
  "holderName",
]);

/** The personal values of a request, at any depth; shorter ones say nothing. */
function personalValues(request: object): readonly string[] {
  return Object.entries(request).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "object" && value !== null) return personalValues(value);
    return typeof value === "string" && value.length > 1 && personal.has(name) ? [value] : [];
  });
}

/** The text without a value, as it is or percent-encoded; without a number also where signs split its digits. */
function withoutValue(text: string, value: string): string {
  if (/^\d+$/.test(value)) {
    const digits = value.split("").join(String.raw`[^\p{L}\p{Nd}]{0,3}`);
    return text.replaceAll(new RegExp(String.raw`(?<!\p{Nd})${digits}(?!\p{Nd})`, "gu"), "…");
  }
  const encoded = encodeURIComponent(value.toWellFormed());
  return [value, encoded, encoded.toLowerCase()].reduce((rest, form) => rest.replaceAll(form, "…"), text);
}

function without(values: readonly string[], text: unknown, longest: number): string {
  const given = typeof text === "number" ? String(text) : text;
  if (typeof given !== "string") return "";
  return scrubbedText(values.reduce(withoutValue, given), longest);
}

/** A provider's message about a request, as it may be kept; undefined if there is none. */
function scrubbedSaid(values: readonly string[], said: unknown): ProviderSaid | undefined {
  if (typeof said !== "object" || said === null) return undefined;
  const { code, message }: { readonly code?: unknown; readonly message?: unknown } = said;
  const kept = { code: without(values, code, longestCode), message: without(values, message, longestMessage) };
  return kept.code === "" && kept.message === "" ? undefined : kept;
}

interface ProviderAnswer {
  readonly outcome: string;
  readonly provider?: unknown;
  readonly reason?: unknown;
}

/**
 * An answer of a provider, without card data and personal data of its request in the texts that are kept: `provider`,
 * and the `reason` of an unknown outcome. Adapters scrub too, but they are not all ours.
 *
 * @example
 * const said = { outcome: "unknown", reason: "no 4000-0000-0011-0009" };
 * scrubbedAnswer({ tenant: "7:test" }, said).reason; // "no 4000-00**-****-0009"
 */
export function scrubbedAnswer<Answer extends ProviderAnswer>(request: object, answer: Answer): Answer {
  const given: ProviderAnswer = answer;
  if (given.provider === undefined && given.reason === undefined) return answer;
  const values = personalValues(request);
  return {
    ...answer,
    ...(given.provider !== undefined && { provider: scrubbedSaid(values, given.provider) }),
    ...(given.reason !== undefined && { reason: without(values, given.reason, longestMessage) }),
  };
}

interface Answered {
  readonly outcome: string;
  readonly provider?: ProviderSaid | undefined;
  readonly reason?: string;
}

/** The attempt with its provider's latest message. An answer without a message keeps the one before. */
export function withProviderMessage<Body extends Attempt>(
  attempt: Body,
  { outcome, provider, reason }: Answered,
): Body {
  if (outcome !== "refused" && outcome !== "unknown") return attempt;
  const unknownReason = outcome === "unknown" ? (reason ?? null) : null;
  return { ...attempt, unknownReason, ...(provider !== undefined && { said: { ...provider } }) };
}
