import { z } from "zod";
import { callTime } from "../../engine/attempt/attempt.ts";
import { callNext, loadEarlier, repeat } from "../../engine/attempt/next-step.ts";
import { failureOnDemand } from "../../engine/attempt/test-code.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { StoredCardDetails } from "../../gateway/gateway.ts";
import { gatewayOf, newRoutes, refuseWithoutGateway, type GatewayContext } from "../../gateway/context.ts";
import {
  prepareIdempotency,
  rememberRequest,
  idempotencyErrors,
  type Requested,
} from "../../engine/idempotency/idempotency.ts";
import { merchantRef, notRegistered, suspendedRefusal } from "../../merchant/merchant.ts";
import { validate } from "../../engine/request/validate.ts";
import { refuse, type Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { billkeyPrefix, billkeySchema, type BillkeyView } from "./billing-key.ts";
import { issueRecord, issueRefusals, openIssue, askForToken, giveUpIssue } from "./token-issue.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { anonymousCustomer, customerIdSchema } from "../../engine/request/fields.ts";
import { nameUpTo } from "../../engine/text/readable-text.ts";

export const issueBillingKeyErrors = [
  "INVALID_REQUEST",
  "INVALID_CUSTOMER_ID",
  "INVALID_BILL_KEY_REQUEST",
  "INVALID_BIRTH_DAY_FORMAT",
  "INVALID_TEST_CODE",
  ...idempotencyErrors,
  "FORBIDDEN_REQUEST",
  "CONCURRENT_REQUEST",
  ...issueRefusals,
] as const;

/**
 * Has the gateway store a card, and returns a billing key for it. Card data stays in memory and goes to the gateway
 * alone. Without an answer in time no key is issued, and the card is released.
 */
export async function issueBillingKey(
  context: GatewayContext,
  tenant: Tenant,
  { input, options = {} }: Requested<IssueBillingKeyInput>,
): Answer<BillkeyView, typeof issueBillingKeyErrors> {
  const valid = validate(issueSchema, input);
  if (!valid.ok) return valid;
  const problems = cardProblems(valid.value, context.clock.now());
  const [problem] = problems;
  if (problem !== undefined) return refuse(problem.code, problems);
  const { customerId } = valid.value;
  const billkey = billkeyPrefix + context.ids.random(20);
  const routes = await newRoutes(context, tenant);
  // Not even a digest of the card's number is kept: a repeat is recognised by the digits that may be shown.
  const what = ["issue-billing-key", { customerId, card: masked(valid.value.number) }] as const;
  const prepared = failureOnDemand(tenant, options) ?? (await prepareIdempotency(context, what, options));
  if (!prepared.ok) return prepared;
  const request = prepared.value;
  const withoutGateway = refuseWithoutGateway(context, tenant);
  if (withoutGateway !== undefined) return withoutGateway;
  const decided = await decideAndCommit(context, {
    tenant,
    lane: billkey,
    async load(read) {
      const [, merchant] = await read(request?.ref, merchantRef);
      const earlier = await loadEarlier(read, request, { record: issueRecord, schema: billkeySchema });
      return { earlier, merchant };
    },
    decide({ earlier, merchant }, now) {
      if (earlier !== undefined) return { answer: repeat(earlier, now) };
      if (merchant === undefined) return { answer: notRegistered };
      const suspended = suspendedRefusal(merchant);
      if (suspended !== undefined) return { answer: suspended };
      const route = routes.to(gatewayOf(context, tenant, merchant));
      const unbound = routes.refusal(route.gateway);
      if (unbound !== undefined) return { answer: unbound };
      const attempt = openIssue({ billkey, customerId, ...route }, callTime(context, now));
      const remembered = rememberRequest(request, { attempt: attempt.key });
      return { answer: callNext(attempt), changes: { writes: [issueRecord.make(attempt), ...remembered] } };
    },
  });
  if ("ok" in decided) return decided;
  const attempt =
    decided.next === "call"
      ? await askForToken(context, tenant, { attempt: decided.call, card: cardOf(valid.value) })
      : await giveUpIssue(context, tenant, decided.key);
  return attempt?.answer ?? refuse("FAILED_BILL_KEY_AUTH_CREATION");
}

/** The digits that may be kept: the first six and the last four. */
function masked(number: string): string {
  return `${number.slice(0, 6)}*${number.slice(-4)}`;
}

function cardOf(input: z.output<typeof issueSchema>): StoredCardDetails {
  const { number, expriationMM: expiryMonth, expriationYY: expiryYear, registNo, passwordFront2 } = input;
  const { cvc, ownerName, ownerPhoneNumber } = input;
  return { number, expiryMonth, expiryYear, registNo, passwordFront2, cvc, ownerName, ownerPhoneNumber };
}

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

function cardProblems({ number, cvc, registNo, expriationYY, expriationMM }: Issue, now: number) {
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
