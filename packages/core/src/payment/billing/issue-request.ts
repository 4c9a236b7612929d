import { z } from "zod";

import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { anonymousCustomer, customerIdSchema } from "../../engine/request/fields.ts";
import { nameUpTo } from "../../engine/text/readable-text.ts";

type CardProblemCode = "INVALID_BILL_KEY_REQUEST" | "INVALID_CARD_EXPIRATION" | "INVALID_BIRTH_DAY_FORMAT";

interface CardProblem {
  readonly field: string;
  readonly code: CardProblemCode;
  readonly problem: string;
}

/** Replaces the owner's phone number of a corporate card. */
const corporatePhoneNumber = "01000000000";

const digits = (pattern: RegExp, problem: string) => z.string().regex(pattern, problem);

/** One special character at least, so that one customer's id does not reveal the next. */
const storedCustomerIdSchema = customerIdSchema
  .refine((customerId) => /[-_=.@]/.test(customerId), "must have at least one of - _ = . @")
  .refine(
    (customerId) => customerId !== anonymousCustomer,
    "must be the id of one customer: a stored card belongs to its customer alone",
  );

/** Interface: Billing objects, the billing key issue request. The field names come from the interface. */
export const issueSchema = z
  .object({
    customerId: storedCustomerIdSchema,
    number: digits(/^\d{12,19}$/, "must be 12 to 19 digits, without spaces"),
    expriationYY: digits(/^\d{2}$/, "must be the last two digits of the year"),
    expriationMM: digits(/^(0[1-9]|1[0-2])$/, "must be 01 to 12"),
    cvc: digits(/^\d{3,4}$/, "must be 3 digits, or the 4 that some brands have"),
    passwordFront2: digits(/^\d{2}$/, "must be the first two digits of the card's password"),
    ownerName: nameUpTo(100),
    registNo: z.string(),
    ownerPhoneNumber: digits(/^\d{11}$/, `must be 11 digits; ${corporatePhoneNumber} for a corporate card`),
  })
  .meta({ id: "IssueBillingKeyRequest" });

export type IssueBillingKeyInput = z.input<typeof issueSchema>;

type Issue = z.output<typeof issueSchema>;

export function cardProblems({ number, cvc, registNo, expriationYY, expriationMM }: Issue, now: number) {
  const problems: CardProblem[] = [];
  const add = (field: keyof Issue, problem: string, code: CardProblemCode = "INVALID_BILL_KEY_REQUEST") =>
    problems.push({ field, code, problem });
  const cvcDigits = /^3[47]/.test(number) ? 4 : 3;
  if (cvc.length !== cvcDigits) add("cvc", `must be ${cvcDigits} digits on a card of this brand`);
  if (`20${expriationYY}-${expriationMM}` < dayInSeoul(now).slice(0, 7)) {
    add("expriationYY", "the card's last month is over", "INVALID_CARD_EXPIRATION");
  }
  if (!isRegistNo(registNo)) {
    add("registNo", "must be a birth date, YYMMDD, or 10 or 11 digits of a business", "INVALID_BIRTH_DAY_FORMAT");
  }
  return problems;
}

function isRegistNo(text: string): boolean {
  if (/^\d{10,11}$/.test(text)) return true;
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return false;
  // YYMMDD has no century. 20YY is safe: every valid 19YY date is valid in 20YY too (2000 is a leap year).
  return z.iso.date().safeParse(`20${year}-${month}-${day}`).success;
}
