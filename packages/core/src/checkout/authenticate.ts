import { z } from "zod";

import { knownRefusal } from "../attempt/outcome.ts";
import { resolveBin } from "../bin/bin.ts";
import type { BinContext } from "../bin/look-up-bin.ts";
import {
  authenticationRefusals,
  type AuthenticatedCard,
  type AuthenticationRefusal,
  type CardDetails,
} from "../card-network/card-network.ts";
import { askCardNetwork, refuseWithoutNetwork, type CardNetworkContext } from "../card-network/context.ts";
import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import type { ErrorCode } from "../errors.ts";
import { longestPlanMonths } from "../installment/plan-limits.ts";
import { intentStates, intentRecord, type Intent, type IntentMethod } from "../payment/intent.ts";
import { ok, refuse, refuseField, type FieldProblem, type Refused } from "../result.ts";
import { sessionStates, sessionRecord } from "../session/session.ts";
import { advance } from "../commit/state-table.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { optional, validate } from "../request/validate.ts";
import { takesInstallments } from "./describe-card.ts";
import { linkErrors, loadSession, nameSession, linkRefusal, type OpenedSession } from "./read-session.ts";
import { failureRedirect, successRedirect, type BuyerOptions } from "./redirect.ts";

const digits = (pattern: RegExp, problem: string) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[\s-]/g, ""))
    .pipe(z.string().regex(pattern, problem));

/** Spaces and hyphens between digits are ignored. */
export const cardEntrySchema = z
  .object({
    number: digits(/^\d{12,19}$/, "must be 12 to 19 digits"),
    expiryMonth: digits(/^(0[1-9]|1[0-2])$/, "must be 01 to 12"),
    expiryYear: digits(/^\d{2}$/, "must be two digits"),
    registNo: digits(/^(\d{6}|\d{10}|\d{11})$/, "must be 6 digits, or 10 or 11 for a business"),
    passwordFront2: digits(/^\d{2}$/, "must be two digits"),
    installmentPlanMonths: optional(z.int().min(0).max(longestPlanMonths, `must be at most ${longestPlanMonths}`)),
    termsAgreed: optional(z.boolean()).meta({
      description: "Whether the buyer has agreed to the merchant's terms; must be true where those ask for consent",
    }),
  })
  .meta({ id: "CardEntry" });

export type CardEntry = z.input<typeof cardEntrySchema>;

export const authenticateCardErrors = [
  "INVALID_REQUEST",
  ...linkErrors,
  "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT",
  ...authenticationRefusals,
  "CONCURRENT_REQUEST",
] as const;

/** `months` is 0 for a lump sum. */
interface EnteredCard extends BuyerOptions {
  readonly card: CardDetails;
  readonly months: number;
  readonly takesMonths: boolean;
  readonly termsAgreed: boolean;
}

/**
 * Authenticates the buyer's card and says where the browser goes next. Every refusal costs a try. The try is counted
 * before the network is asked, so that parallel requests find out no more about a card, and returned when the network
 * does not answer.
 */
export async function authenticateCard(
  context: CardNetworkContext & BinContext,
  token: string,
  { input, language }: BuyerOptions & { readonly input: CardEntry },
) {
  const entry = validate(cardEntrySchema, input);
  if (!entry.ok) return entry;
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { tenant, id } = named.value;
  const { installmentPlanMonths = 0, termsAgreed = false, ...card } = entry.value;
  // A plan of one month is a lump sum.
  const months = installmentPlanMonths === 1 ? 0 : installmentPlanMonths;
  const takesMonths = months === 0 || (await paysInInstallments(context, card));
  const asked: EnteredCard = { card, months, takesMonths, termsAgreed, language };

  const counted = await countTry(context, { tenant, id }, asked);
  if (!counted.ok) return counted;
  if ("redirectUrl" in counted.value) return ok(counted.value);
  const { agreedTerms } = counted.value;
  const checked = await askCardNetwork(
    context,
    { tenant, key: "authentication" },
    (network, { tenant: of, deadline }) => network.authenticate({ tenant: of, card, deadline }),
  );
  const { confirmWindowMs } = context.settings;
  return decideAndCommit(context, {
    tenant,
    lane: id,
    load: (read) => loadSession(read, id),
    decide: (opened, now) => {
      const early = whereNow(opened, now);
      if (early !== undefined || opened === undefined) return { answer: early ?? refuse("NOT_FOUND_PAYMENT_SESSION") };
      switch (checked.outcome) {
        case "done":
          return decideAuthenticate(opened, {
            card: checked.value,
            months,
            confirmBy: now + confirmWindowMs,
            agreedTerms,
          });
        case "refused":
          return decideRefused(context, opened, { code: checked.code, language });
        case "unknown":
          return decideUnknown(context, opened);
      }
    },
  });
}

async function paysInInstallments(context: BinContext, { number }: CardDetails): Promise<boolean> {
  const found = resolveBin(await context.bins.current(context), number);
  return takesInstallments(found.ok ? found.value : undefined);
}

/** Counts a try, unless the link or the request has an answer already. */
function countTry(
  context: CardNetworkContext,
  { tenant, id }: { readonly tenant: Tenant; readonly id: string },
  asked: EnteredCard,
) {
  const { authenticationTries } = context.settings;
  return decideAndCommit(context, {
    tenant,
    lane: id,
    load: (read) => loadSession(read, id),
    decide: (opened, now) => {
      const early = whereNow(opened, now);
      if (early !== undefined || opened === undefined) return { answer: early ?? refuse("NOT_FOUND_PAYMENT_SESSION") };
      const { session, merchant } = opened;
      if (merchant.terms?.consent === true && !asked.termsAgreed) {
        return {
          answer: refuseField("INVALID_REQUEST", "termsAgreed", `must be true: agree to ${merchant.terms.url}`),
        };
      }
      if (!asked.takesMonths) {
        const problem = "must be 0: this card takes no installments";
        return {
          answer: refuseField("NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT", "installmentPlanMonths", problem),
        };
      }
      if (refuseWithoutNetwork(context, tenant) !== undefined) {
        return { answer: ok(failureRedirect(opened, { code: "PAY_PROCESS_ABORTED", language: asked.language })) };
      }
      // The remaining tries are under way: the link ends with them, unless one succeeds.
      if (session.tries >= authenticationTries) return { answer: refuse("EXPIRED_PAYMENT_SESSION") };
      const counted = sessionRecord.write({ ...session, tries: session.tries + 1, triedAt: now });
      const { terms } = merchant;
      const agreedTerms = terms !== null && asked.termsAgreed ? { url: terms.url, agreedAt: now } : null;
      return { answer: ok({ agreedTerms }), changes: { writes: [counted] } };
    },
  });
}

const onTheCard = "as it stands on the card";

/** The fields that a buyer can mend after a refusal; any other refusal needs another card. */
const mendable: Readonly<Partial<Record<AuthenticationRefusal, Readonly<Record<string, string>>>>> = {
  INVALID_CARD_NUMBER: { number: `must be the card's number, ${onTheCard}` },
  INVALID_CARD_EXPIRATION: {
    expiryMonth: `must be the month of the expiry date, ${onTheCard}`,
    expiryYear: `must be the year of the expiry date, ${onTheCard}`,
  },
  INVALID_CARD_PASSWORD: { passwordFront2: "must be the first two digits of this card's password" },
  INVALID_CARD_IDENTITY: { registNo: "must be the birth date or business number of this card's holder" },
};

/** A refusal leaves the link open; the last one ends it, frees the order, and leads to failUrl. */
function decideRefused(
  { settings }: Context,
  opened: OpenedSession,
  { code: told, language }: BuyerOptions & { readonly code: ErrorCode },
) {
  const { intent } = opened;
  const session = { ...opened.session, refusals: opened.session.refusals + 1 };
  const triesLeft = settings.authenticationTries - session.refusals;
  if (triesLeft <= 0) {
    const over = sessionRecord.write({ ...session, status: advance(sessionStates, session.status, "expire") });
    const unpaid = intentRecord.write({ ...intent, status: advance(intentStates, intent.status, "expire") });
    const answer = ok(failureRedirect(opened, { code: "REJECT_CARD_COMPANY", language }));
    return { answer, changes: { writes: [over, unpaid] } };
  }
  const code = knownRefusal(authenticationRefusals, told);
  const fields = Object.entries(mendable[code] ?? {});
  const details = fields.map(([field, problem]) => ({ field, code, problem }));
  const answer = refuseCard(code, { triesLeft, ...(details.length > 0 && { details }) });
  return { answer, changes: { writes: [sessionRecord.write(session)] } };
}

/** Returns the try, as the network did not answer. */
function decideUnknown({ settings }: Context, opened: OpenedSession) {
  const { session } = opened;
  const answer = refuseCard("PROVIDER_ERROR", { triesLeft: settings.authenticationTries - session.refusals });
  return { answer, changes: { writes: [sessionRecord.write({ ...session, tries: Math.max(0, session.tries - 1) })] } };
}

function refuseCard<const Code extends ErrorCode>(
  code: Code,
  more: { readonly triesLeft: number; readonly details?: readonly FieldProblem[] },
): Refused<Code> {
  return { ok: false, error: { code, ...more } };
}

/** The answer that needs no authentication: the link is dead, or has led to success before. */
function whereNow(opened: OpenedSession | undefined, now: number) {
  if (opened === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const refusal = linkRefusal(opened, now);
  if (refusal !== undefined) return refuse(refusal);
  return opened.session.status === "AUTHENTICATED" ? ok(successRedirect(opened)) : undefined;
}

function decideAuthenticate(
  opened: OpenedSession,
  authenticated: Pick<Intent, "agreedTerms"> & {
    readonly card: AuthenticatedCard;
    readonly months: number;
    readonly confirmBy: number;
  },
) {
  const { session, intent } = opened;
  const method: IntentMethod = {
    cardToken: authenticated.card.token,
    maskedNumber: authenticated.card.maskedNumber,
    issuerCode: authenticated.card.issuerCode,
    installmentPlanMonths: authenticated.months,
    amount: intent.totalAmount,
    billkey: null,
    canceledAmount: 0,
  };
  const inProgress: Intent = {
    ...intent,
    status: advance(intentStates, intent.status, "authenticate"),
    methods: [method],
    confirmBy: authenticated.confirmBy,
    agreedTerms: authenticated.agreedTerms,
  };
  const over = sessionRecord.write({ ...session, status: advance(sessionStates, session.status, "authenticate") });
  return { answer: ok(successRedirect(opened)), changes: { writes: [over, intentRecord.write(inProgress)] } };
}
