import { brandOf, passesLuhn } from "./brand.ts";
import { digitsOf } from "./formatting.ts";

/** The fields of the form, in the order in which they stand on the page. */
export const fieldNames = ["number", "expiry", "passwordFront2", "registNo", "installmentPlanMonths"] as const;

export type FieldName = (typeof fieldNames)[number];

/** The longest plan in months, as core has it, which the page's script must not bring along. */
export const longestPlan = 3;

/** Whose card it is: a person's, or a company's. */
export type Holder = "personal" | "corporate";

/** What was typed, as it stands in the fields. */
export interface TypedCard extends Readonly<Record<FieldName, string>> {
  readonly holder: Holder;
}

/** What is wrong with a field, as the name of the text that says so. */
export type FieldProblem =
  | "numberEmpty"
  | "numberShort"
  | "numberWrong"
  | "expiryEmpty"
  | "expiryShort"
  | "expiryMonth"
  | "expiryPast"
  | "passwordEmpty"
  | "passwordShort"
  | "birthDateEmpty"
  | "birthDateWrong"
  | "businessEmpty"
  | "businessShort"
  | "plansWrong";

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
    return isPast({ month, year: 2000 + Number(parsed.year) }, now) ? "expiryPast" : undefined;
  },
  passwordFront2({ passwordFront2 }) {
    if (passwordFront2.trim() === "") return "passwordEmpty";
    return /^\d\d$/.test(passwordFront2.trim()) ? undefined : "passwordShort";
  },
  registNo({ registNo, holder }) {
    const digits = digitsOf(registNo);
    if (holder === "corporate") {
      if (digits === "") return "businessEmpty";
      return digits.length === 10 ? undefined : "businessShort";
    }
    if (digits === "") return "birthDateEmpty";
    return isBirthDate(digits) ? undefined : "birthDateWrong";
  },
  installmentPlanMonths({ installmentPlanMonths: months }) {
    return /^\d+$/.test(months) && Number(months) <= longestPlan ? undefined : "plansWrong";
  },
};

/** What is wrong with one field of a card; undefined where nothing is. `now` is a time in milliseconds. */
export function problemWith(field: FieldName, card: TypedCard, now: number): FieldProblem | undefined {
  return checks[field](card, now);
}

/** What is wrong with a card as it was typed, field by field, in the order of the page. */
export function problemsWith(card: TypedCard, now: number): CardProblems {
  const found = fieldNames.flatMap((field) => {
    const problem = problemWith(field, card, now);
    return problem === undefined ? [] : [[field, problem] as const];
  });
  return Object.fromEntries(found);
}

/** `12/30`, `1230`, `12 / 2030`, `8/29` → month and year in two digits each. */
function parseExpiry(text: string): { readonly month: string; readonly year: string } | undefined {
  const match = /^\s*(\d{1,2})\s*[/.-]\s*(?:20)?(\d\d)\s*$|^\s*(\d\d)\s*(?:20)?(\d\d)\s*$/.exec(text.normalize("NFKC"));
  if (match === null) return undefined;
  return { month: (match[1] ?? match[3] ?? "").padStart(2, "0"), year: match[2] ?? match[4] ?? "" };
}

const seoulOffsetMs = 9 * 60 * 60 * 1000;

/** A card is good until the end of its month, in Korea. */
function isPast({ month, year }: { readonly month: number; readonly year: number }, now: number): boolean {
  return Date.UTC(year, month, 1) - seoulOffsetMs <= now;
}

/** Whether six digits are a date (yyMMdd) in some century. */
function isBirthDate(digits: string): boolean {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(2000 + year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A typed card as the interface takes it. */
export function cardEntry(card: TypedCard) {
  const expiry = parseExpiry(card.expiry);
  return {
    number: digitsOf(card.number),
    expiryMonth: expiry?.month ?? "",
    expiryYear: expiry?.year ?? "",
    registNo: digitsOf(card.registNo),
    passwordFront2: card.passwordFront2.trim(),
    installmentPlanMonths: Number(card.installmentPlanMonths),
  };
}

/**
 * The problems that the service found, as problems of the page's fields. A field that the page does not have is
 * left out.
 */
export function problemsFound(fields: readonly string[], holder: Holder): CardProblems {
  const texts: Readonly<Record<string, readonly [FieldName, FieldProblem]>> = {
    number: ["number", "numberWrong"],
    expiryMonth: ["expiry", "expiryMonth"],
    expiryYear: ["expiry", "expiryShort"],
    registNo: ["registNo", holder === "corporate" ? "businessShort" : "birthDateWrong"],
    passwordFront2: ["passwordFront2", "passwordShort"],
    installmentPlanMonths: ["installmentPlanMonths", "plansWrong"],
  };
  return Object.fromEntries(fields.flatMap((field) => (texts[field] === undefined ? [] : [texts[field]])));
}
