import { brandOf, passesLuhn } from "./brand.ts";
import { digitsOf, inMonthYearOrder } from "./formatting.ts";

export const fieldNames = [
  "number",
  "expiry",
  "passwordFront2",
  "registNo",
  "installmentPlanMonths",
  "agreed",
] as const;

export type FieldName = (typeof fieldNames)[number];

export type Holder = "personal" | "corporate";

/** The fields as typed; `agreed` is `yes`, empty, or `unasked` if there are no terms to agree to. */
export interface TypedCard extends Readonly<Record<FieldName, string>> {
  readonly holder: Holder;
}

export type FieldProblem =
  | "numberEmpty"
  | "numberShort"
  | "numberWrong"
  | "expiryEmpty"
  | "expiryShort"
  | "expiryMonth"
  | "expiryPast"
  | "expiryFar"
  | "passwordEmpty"
  | "passwordShort"
  | "birthDateEmpty"
  | "birthDateWrong"
  | "businessEmpty"
  | "businessShort"
  | "plansWrong"
  | "agreeEmpty"
  | "numberRefused"
  | "expiryRefused"
  | "passwordRefused"
  | "birthDateRefused"
  | "businessRefused"
  | "plansRefused";

export type CardProblems = Readonly<Partial<Record<FieldName, FieldProblem>>>;

type Check = (card: TypedCard, now: number) => FieldProblem | undefined;

const checks: Readonly<Record<FieldName, Check>> = {
  number({ number }) {
    const digits = digitsOf(number);
    if (digits === "") return "numberEmpty";
    if (/[^\d\s-]/.test(number.normalize("NFKC"))) return "numberWrong";
    const brand = brandOf(digits);
    const fits =
      brand === undefined ? digits.length >= 12 && digits.length <= 19 : brand.lengths.includes(digits.length);
    if (!fits) return "numberShort";
    return brand?.luhn === true && !passesLuhn(digits) ? "numberWrong" : undefined;
  },
  expiry({ expiry }, now) {
    if (expiry.trim() === "") return "expiryEmpty";
    const parsed = parseExpiry(expiry);
    if (parsed === undefined) return "expiryShort";
    const month = Number(parsed.month);
    if (month < 1 || month > 12) return "expiryMonth";
    const year = 2000 + Number(parsed.year);
    if (isPast({ month, year }, now)) return "expiryPast";
    // A longer expiry is probably typed with month and year exchanged.
    return isPast({ month, year: year - mostYears }, now) ? undefined : "expiryFar";
  },
  passwordFront2({ passwordFront2 }) {
    if (passwordFront2.trim() === "") return "passwordEmpty";
    return /^\d\d$/.test(passwordFront2.trim()) ? undefined : "passwordShort";
  },
  registNo({ registNo, holder }, now) {
    const digits = digitsOf(registNo);
    if (holder === "corporate") {
      if (digits === "") return "businessEmpty";
      return digits.length === 10 ? undefined : "businessShort";
    }
    if (digits === "") return "birthDateEmpty";
    return parseBirthDate(registNo, now) === undefined ? "birthDateWrong" : undefined;
  },
  installmentPlanMonths({ installmentPlanMonths: months }) {
    // The service knows which months the card network takes.
    return /^\d{1,2}$/.test(months) ? undefined : "plansWrong";
  },
  agreed({ agreed }) {
    return agreed === "" ? "agreeEmpty" : undefined;
  },
};

export function problemWith(field: FieldName, card: TypedCard, now: number): FieldProblem | undefined {
  return checks[field](card, now);
}

export function problemsWith(card: TypedCard, now: number): CardProblems {
  const found = fieldNames.flatMap((field) => {
    const problem = problemWith(field, card, now);
    return problem === undefined ? [] : [[field, problem] as const];
  });
  return Object.fromEntries(found);
}

const mostYears = 20;

/** `12/30`, `1230`, `12 / 2030`, `8/29`, `30/12`, `2030-12` → month and year in two digits each. */
function parseExpiry(typed: string): { readonly month: string; readonly year: string } | undefined {
  const text = inMonthYearOrder(typed);
  const match = /^\s*(\d{1,2})\s*[/.-]\s*(?:20)?(\d\d)\s*$|^\s*(\d\d)\s*(?:20)?(\d\d)\s*$/.exec(text.normalize("NFKC"));
  if (match === null) return undefined;
  return { month: (match[1] ?? match[3] ?? "").padStart(2, "0"), year: match[2] ?? match[4] ?? "" };
}

const seoulOffsetMs = 9 * 60 * 60 * 1000;

/** A card is good until the end of its month, in Korea. */
function isPast({ month, year }: { readonly month: number; readonly year: number }, now: number): boolean {
  return Date.UTC(year, month, 1) - seoulOffsetMs <= now;
}

/** A birth date as yyMMdd, from six or eight digits; undefined if it is invalid or in the future. */
export function parseBirthDate(typed: string, now: number): string | undefined {
  const match = /^(19|20)?(\d\d)(\d\d)(\d\d)$/.exec(digitsOf(typed));
  if (match === null) return undefined;
  const [, century, year = "", month = "", day = ""] = match;
  const date = new Date(Date.UTC(Number(`${century ?? "20"}${year}`), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  if (century !== undefined && date.getTime() > now) return undefined;
  return year + month + day;
}

export function cardEntry(card: TypedCard, now: number) {
  const expiry = parseExpiry(card.expiry);
  const birthDate = card.holder === "personal" ? parseBirthDate(card.registNo, now) : undefined;
  return {
    number: digitsOf(card.number),
    expiryMonth: expiry?.month ?? "",
    expiryYear: expiry?.year ?? "",
    registNo: birthDate ?? digitsOf(card.registNo),
    passwordFront2: card.passwordFront2.trim(),
    installmentPlanMonths: Number(card.installmentPlanMonths),
    ...(card.agreed === "yes" && { termsAgreed: true }),
  };
}
