import { readBirthDate, withoutResidentNumber, hasWrongMonth, readExpiry } from "./dates.ts";
import { brandOf, passesLuhn, type Brand, digitsOf, numberIn } from "./formatting.ts";
import type { TextKey } from "../texts.ts";

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

/** A form as browsers send it, or as they read it from a page. */
interface ReadForm {
  get(name: string): unknown;
}

/** The card in a form of the page. Browsers leave out an unticked box, so the form does not tell it from none. */
export function cardIn(form: ReadForm, { unticked }: { readonly unticked: "" | "unasked" }): TypedCard {
  const typed = (name: string, missing = "") => {
    const value = form.get(name);
    return typeof value === "string" ? value : missing;
  };
  return {
    number: typed("number"),
    expiry: typed("expiry"),
    passwordFront2: typed("passwordFront2"),
    registNo: typed("registNo"),
    holder: typed("holder") === "corporate" ? "corporate" : "personal",
    installmentPlanMonths: typed("installmentPlanMonths", "0"),
    agreed: typed("agreed", unticked),
  };
}

export type FieldProblem =
  | "numberEmpty"
  | "numberShort"
  | "numberLong"
  | "numberWrong"
  | "expiryEmpty"
  | "expiryShort"
  | "expiryMonth"
  | "expiryPast"
  | "expiryFar"
  | "passwordEmpty"
  | "passwordShort"
  | "passwordLong"
  | "birthDateEmpty"
  | "birthDateWrong"
  | "birthDateCut"
  | "businessEmpty"
  | "businessShort"
  | "businessLong"
  | "plansWrong"
  | "agreeEmpty"
  | "numberRefused"
  | "expiryRefused"
  | "passwordRefused"
  | "birthDateRefused"
  | "businessRefused"
  | "plansRefused"
  | "plansTooSmall";

export type CardProblems = Readonly<Partial<Record<FieldName, FieldProblem>>>;

/** The lengths of card numbers (ISO/IEC 7812-1) from the shortest one that the interface takes. */
const fewestDigits = 12;
const mostDigits = 19;

const isPossibleLength = ({ length }: string): boolean => length >= fewestDigits && length <= mostDigits;

/** Nearly all cards have 16 digits; a brand that has no such number has fewer. */
function usualLength({ lengths }: Brand): number {
  return lengths.includes(16) ? 16 : Math.max(...lengths);
}

const businessDigits = 10;

type Check = (card: TypedCard, now: number) => FieldProblem | undefined;

const checks: Readonly<Record<FieldName, Check>> = {
  number({ number }) {
    const digits = numberIn(number);
    if (digits === undefined) return "numberWrong";
    if (digits === "") return "numberEmpty";
    const brand = brandOf(digits);
    const fits = brand === undefined ? isPossibleLength(digits) : brand.lengths.includes(digits.length);
    if (!fits)
      return digits.length > (brand === undefined ? mostDigits : usualLength(brand)) ? "numberLong" : "numberShort";
    return brand?.luhn === true && !passesLuhn(digits) ? "numberWrong" : undefined;
  },
  expiry({ expiry }, now) {
    if (expiry.trim() === "") return "expiryEmpty";
    const read = readExpiry(expiry);
    if (read === undefined) return hasWrongMonth(expiry) ? "expiryMonth" : "expiryShort";
    const month = Number(read.month);
    const year = 2000 + Number(read.year);
    if (isPast({ month, year }, now)) return "expiryPast";
    // A longer expiry is probably typed with month and year exchanged.
    return isPast({ month, year: year - mostYears }, now) ? undefined : "expiryFar";
  },
  passwordFront2({ passwordFront2 }) {
    if (passwordFront2.trim() === "") return "passwordEmpty";
    return numberIn(passwordFront2)?.length === 2 ? undefined : "passwordShort";
  },
  registNo({ registNo, holder }, now) {
    if (registNo.trim() === "") return holder === "corporate" ? "businessEmpty" : "birthDateEmpty";
    if (holder === "corporate") {
      const { length } = numberIn(registNo) ?? "";
      if (length === businessDigits) return undefined;
      return length > businessDigits ? "businessLong" : "businessShort";
    }
    if (withoutResidentNumber(registNo) !== undefined) return "birthDateCut";
    return readBirthDate(registNo, now) === undefined ? "birthDateWrong" : undefined;
  },
  installmentPlanMonths({ installmentPlanMonths: months }) {
    // The service knows which months the gateway takes.
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

const seoulOffsetMs = 9 * 60 * 60 * 1000;

/** A card is good until the end of its month, in Korea. */
function isPast({ month, year }: { readonly month: number; readonly year: number }, now: number): boolean {
  return Date.UTC(year, month, 1) - seoulOffsetMs <= now;
}

export function cardEntry(card: TypedCard, now: number) {
  const expiry = readExpiry(card.expiry);
  const birthDate = card.holder === "personal" ? readBirthDate(card.registNo, now) : undefined;
  return {
    number: digitsOf(card.number),
    expiryMonth: expiry?.month ?? "",
    expiryYear: expiry?.year ?? "",
    registNo: birthDate ?? digitsOf(card.registNo),
    passwordFront2: digitsOf(card.passwordFront2),
    installmentPlanMonths: Number(card.installmentPlanMonths),
    ...(card.agreed === "yes" && { termsAgreed: true }),
  };
}

export function labelOf(field: FieldName, holder: Holder): TextKey {
  const labels = {
    number: "number",
    expiry: "expiry",
    passwordFront2: "password",
    registNo: holder === "corporate" ? "business" : "birthDate",
    installmentPlanMonths: "plans",
    agreed: "agreement",
  } as const;
  return labels[field];
}
