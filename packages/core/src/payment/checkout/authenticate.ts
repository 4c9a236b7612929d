import { z } from "zod";
import { refusedIfNotSent, knownRefusal, type Outcome } from "../../engine/attempt/call.ts";
import { resolveBin, type BinContext } from "../../gateway/bin.ts";
import type { AuthenticatedCard, CardDetails } from "../../gateway/gateway.ts";
import { authenticationRefusals, type AuthenticationRefusal } from "../../gateway/refusals.ts";
import { isCardOf, isTokenText } from "../../gateway/answers.ts";
import { askKeyIn, gatewayOf, newRoutes, storesCheckedCards, type GatewayContext } from "../../gateway/context.ts";
import type { Context } from "../../context.ts";
import type { ErrorCode } from "../../error-messages.ts";
import { suspendedRefusal, type Merchant } from "../../merchant/merchant.ts";
import { allows } from "../../merchant/payment-methods.ts";
import { confirmByFrom } from "../confirm/confirm-window.ts";
import { cardKey, releaseKey } from "../intent/attempt-keys.ts";
import { intentStates, intentRecord, type Intent } from "../intent/intent.ts";
import { viewingOf, type Viewing } from "../intent/view.ts";
import { ok, refuse, refuseField, type FieldProblem, type Refused } from "../../result.ts";
import { sessionStates, sessionRecord } from "../intent/session.ts";
import { advance } from "../../engine/commit/state-table.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import { planRefusal, takesInstallments } from "./plans.ts";
import {
  cardReleaseRecord,
  isReleasing,
  keepToken,
  openCardRelease,
  withAnswer,
  type CardRelease,
} from "./card-release.ts";
import { answerOfEarlierCard, failureRedirect, successRedirect, type BuyerOptions } from "./redirect.ts";
import { endLink } from "./end-link.ts";
import { decideOnLink, linkErrors, nameSession, type NamedSession, type OpenedSession } from "./read-session.ts";

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
    installmentPlanMonths: z.int().min(0).optional().meta({
      description: "0 or 1 for a lump sum, otherwise one of the gateway's months: `installmentMonths` of the link",
    }),
    termsAgreed: z.boolean().optional().meta({
      description: "Whether the buyer has agreed to the merchant's terms; must be true if those require consent",
    }),
  })
  .meta({ id: "CardEntry" });

export type CardEntry = z.input<typeof cardEntrySchema>;

export const authenticateCardErrors = [
  "INVALID_REQUEST",
  "FORBIDDEN_REQUEST",
  ...linkErrors,
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT",
  "INVALID_CARD_INSTALLMENT_PLAN",
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
 * before the gateway is called, so that parallel requests find out no more about a card, and returned when the gateway
 * does not answer.
 */
export async function authenticateCard(
  context: GatewayContext & BinContext,
  token: string,
  { input, language }: BuyerOptions & { readonly input: CardEntry },
) {
  const entry = validate(cardEntrySchema, input);
  if (!entry.ok) return entry;
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { installmentPlanMonths = 0, termsAgreed = false, ...card } = entry.value;
  // A plan of one month is a lump sum.
  const months = installmentPlanMonths === 1 ? 0 : installmentPlanMonths;
  const takesMonths = months === 0 || (await paysInInstallments(context, card));
  const asked: EnteredCard = { card, months, takesMonths, termsAgreed, language };

  const counted = await countTry(context, named.value, asked);
  if (!counted.ok) return counted;
  if ("redirectUrl" in counted.value) return ok(counted.value);
  const { agreedTerms, isReleased, deadline: until, ...attempt } = counted.value;
  const { key } = attempt;
  const { tenant } = named.value;
  const answered = await askKeyIn(context, { tenant, attempt, until }, (keyIn, question) =>
    keyIn.authenticate({ ...question, card }),
  );
  const checked = answered.outcome === "done" && !isCardOf(key, answered.value) ? mismatch : answered;
  // Ignore a token returned for a different key: releasing it could release someone else's card.
  const received = answered.outcome === "done" && answered.value.key === key ? answered.value.token : undefined;
  const stored = isTokenText(received) ? received : undefined;
  // A card that was never sent is stored nowhere and needs no release. The buyer's try does not count.
  const kept =
    stored === undefined ? refusedIfNotSent(checked) : ({ outcome: "done", value: { token: stored } } as const);
  let isKept = false;
  const decide = (opened: OpenedSession, now: number, release: CardRelease | undefined) => {
    const { answer, changes = { writes: [] } } = decideChecked(context, opened, {
      ...asked,
      tenant,
      key,
      gateway: attempt.gateway,
      checked: checked.outcome === "done" && isReleasing(release) ? tooLate : checked,
      agreedTerms,
      now,
    });
    isKept = true;
    return { answer, changes: { writes: [...changes.writes, ...withAnswer(release, kept)] } };
  };
  const also = isReleased ? cardReleaseRecord.ref(releaseKey(key)) : undefined;
  const decided = await decideOnLink(context, { ...named.value, also }, decide);
  if (!isKept && isReleased && stored !== undefined) await keepToken(context, tenant, { tokenKey: key, token: stored });
  return decided;
}

interface CheckedCard extends EnteredCard, Pick<Intent, "agreedTerms"> {
  readonly tenant: Tenant;
  readonly key: string;
  readonly gateway: string;
  readonly checked: Outcome<AuthenticatedCard, AuthenticationRefusal>;
  readonly now: number;
}

function decideChecked(
  context: GatewayContext,
  opened: OpenedSession,
  { checked, tenant, key, gateway, card, months, language, agreedTerms, now }: CheckedCard,
) {
  const earlier = answerOfEarlierCard(opened, { card, months });
  if (earlier !== undefined) return { answer: earlier, changes: undefined };
  // An open window keeps the link for its own return alone.
  if (now >= opened.session.expiresAt) return { answer: refuse("EXPIRED_PAYMENT_SESSION"), changes: undefined };
  switch (checked.outcome) {
    case "done": {
      const confirmBy = confirmByFrom(now, context.settings);
      return decideAuthenticate(opened, {
        card: checked.value,
        gateway,
        tokenKey: key,
        months,
        confirmBy,
        agreedTerms,
      });
    }
    case "refused": {
      const at = { ...viewingOf(context, tenant), now };
      return decideRefused(context, opened, { code: checked.code, language, at });
    }
    case "unknown":
      return decideUnknown(context, opened);
  }
}

const tooLate = { outcome: "unknown", reason: "the card is already released" } as const;

const mismatch = { outcome: "unknown", reason: "the answer does not match" } as const;

/** The merchant's terms as the buyer agrees to them; null without terms or agreement. */
export function agreementTo(
  { terms }: Pick<Merchant, "terms">,
  { termsAgreed, now }: { readonly termsAgreed: boolean; readonly now: number },
): Intent["agreedTerms"] {
  return terms !== null && termsAgreed ? { url: terms.url, agreedAt: now } : null;
}

async function paysInInstallments(context: BinContext, { number }: CardDetails): Promise<boolean> {
  const found = resolveBin(await context.bins.current(context), number);
  return takesInstallments(found.ok ? found.value : undefined);
}

/** Counts a try, unless the link or the request has an answer already. */
async function countTry(context: GatewayContext, named: NamedSession, asked: EnteredCard) {
  const { authenticationTries } = context.settings;
  const routes = await newRoutes(context, named.tenant);
  return decideOnLink(context, named, (opened, now) => {
    const { session, merchant } = opened;
    const { terms } = merchant;
    const earlier = answerOfEarlierCard(opened, asked);
    if (earlier !== undefined) return { answer: earlier };
    // A buyer who is in the window may still return from it; no card is taken any more.
    if (now >= session.expiresAt) return { answer: refuse("EXPIRED_PAYMENT_SESSION") };
    const suspended = suspendedRefusal(merchant);
    if (suspended !== undefined) return { answer: suspended };
    if (!allows(session.methods, "KEYIN") || !allows(merchant.contracts.methods, "KEYIN")) {
      return { answer: refuseField("INVALID_REQUEST", "number", "is not taken here: pay in the gateway's window") };
    }
    if (terms?.consent === true && !asked.termsAgreed) {
      return { answer: refuseField("INVALID_REQUEST", "termsAgreed", `must be true: agree to ${terms.url}`) };
    }
    const route = routes.to(gatewayOf(context, named.tenant, merchant));
    if (routes.refusal(route.gateway) !== undefined) {
      return { answer: ok(failureRedirect(opened, { code: "PAY_PROCESS_ABORTED", language: asked.language })) };
    }
    const refused = planRefusal(context, named.tenant, { ...asked, ...opened });
    if (refused !== undefined) return { answer: refused };
    // The remaining tries are in progress: the link ends with them, unless one succeeds.
    if (session.tries >= authenticationTries) return { answer: refuse("EXPIRED_PAYMENT_SESSION") };
    const cards = session.cards + 1;
    const counted = sessionRecord.write({ ...session, tries: session.tries + 1, cards, triedAt: now });
    const agreedTerms = agreementTo(merchant, { ...asked, now });
    const { intentKey } = session;
    const key = cardKey(intentKey, cards);
    const time = { now, deadline: now + context.settings.requestDeadlineMs };
    // The key is committed before a gateway stores the card under it.
    const isReleased = storesCheckedCards(context, named.tenant, route);
    const release = openCardRelease({ intentKey, tokenKey: key, gateway: route.gateway }, time);
    const writes = isReleased ? [counted, cardReleaseRecord.make(release)] : [counted];
    const call = { ...route, key, openedAt: now, deadline: time.deadline, isReleased };
    return { answer: ok({ agreedTerms, ...call }), changes: { writes } };
  });
}

const onTheCard = "as printed on the card";

/** The fields that a buyer can correct after a refusal; any other refusal needs another card. */
const correctable: Readonly<Partial<Record<AuthenticationRefusal, Readonly<Record<string, string>>>>> = {
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
  {
    code: answered,
    language,
    at,
  }: BuyerOptions & { readonly code: ErrorCode; readonly at: Viewing & { readonly now: number } },
) {
  const session = { ...opened.session, refusals: opened.session.refusals + 1 };
  const triesLeft = settings.authenticationTries - session.refusals;
  if (triesLeft <= 0) {
    const answer = ok(failureRedirect(opened, { code: "REJECT_CARD_COMPANY", language }));
    const { merchant } = opened;
    return { answer, changes: { writes: endLink({ ...opened, session }, "expire", { ...at, merchant }) } };
  }
  const code = knownRefusal(authenticationRefusals, answered);
  const fields = Object.entries(correctable[code] ?? {});
  const details = fields.map(([field, problem]) => ({ field, code, problem }));
  const answer = refuseCard(code, { triesLeft, ...(details.length > 0 && { details }) });
  return { answer, changes: { writes: [sessionRecord.write(session)] } };
}

/** Returns the try, as the gateway did not answer. */
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

function decideAuthenticate(
  opened: OpenedSession,
  {
    card,
    gateway,
    tokenKey,
    months,
    confirmBy,
    agreedTerms,
  }: Pick<Intent, "agreedTerms"> & {
    readonly card: AuthenticatedCard;
    readonly gateway: string;
    readonly tokenKey: string;
    readonly months: number;
    readonly confirmBy: number;
  },
) {
  const { session, intent } = opened;
  const { token: cardToken, maskedNumber, issuerCode } = card;
  const paid = { installmentPlanMonths: months, amount: intent.totalAmount, billkey: null, canceledAmount: 0 };
  const unapproved = { reference: null, approvalNumber: null, askedAt: null };
  const methods = [
    {
      gateway,
      method: "KEYIN" as const,
      cardToken,
      authentication: null,
      tokenKey,
      maskedNumber,
      issuerCode,
      ...unapproved,
      ...paid,
    },
  ];
  const status = advance(intentStates, intent.status, "authenticate");
  const inProgress = { ...intent, status, methods, confirmBy, agreedTerms };
  // An opening of the window that has not returned is not awaited any more.
  const over = sessionRecord.write({
    ...session,
    status: advance(sessionStates, session.status, "authenticate"),
    opening: null,
  });
  return { answer: ok(successRedirect(opened)), changes: { writes: [over, intentRecord.write(inProgress)] } };
}
