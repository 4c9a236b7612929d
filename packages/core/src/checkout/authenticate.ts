import { z } from "zod";

import { callProvider } from "../attempt/call.ts";
import type { AuthenticatedCard, CardDetails } from "../card-network/card-network.ts";
import { cardNetworkOf, noCardNetwork, type CardNetworkContext } from "../card-network/context.ts";
import { decideAndCommit, loadOnce } from "../commit.ts";
import { errorCatalog } from "../errors.ts";
import { longestPlanMonths } from "../installment/installment-plan.ts";
import { intentStates, intentWrite, type Intent, type IntentMethod } from "../payment/intent.ts";
import { ok, refuse } from "../result.ts";
import { sessionStates, sessionWrite } from "../session/session.ts";
import { advance } from "../state-table.ts";
import { tenantId, type TenantId } from "../tenant.ts";
import { optional, validate } from "../validate.ts";
import {
  linkErrors,
  loadSession,
  nameSession,
  linkRefusal,
  successRedirect,
  type OpenedSession,
} from "./read-session.ts";
import { withParameters } from "./redirect.ts";

const digits = (pattern: RegExp, problem: string) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[\s-]/g, ""))
    .pipe(z.string().regex(pattern, problem));

/** What a buyer types at checkout. Spaces and hyphens between digits are ignored. */
export const cardEntrySchema = z
  .object({
    number: digits(/^\d{12,19}$/, "must be 12 to 19 digits"),
    expiryMonth: digits(/^(0[1-9]|1[0-2])$/, "must be 01 to 12"),
    expiryYear: digits(/^\d{2}$/, "must be two digits"),
    registNo: digits(/^(\d{6}|\d{10}|\d{11})$/, "must be 6 digits, or 10 or 11 for a business"),
    passwordFront2: digits(/^\d{2}$/, "must be two digits"),
    installmentPlanMonths: optional(z.int().min(0).max(longestPlanMonths, `must be at most ${longestPlanMonths}`)),
  })
  .meta({ id: "CardEntry" });

export type CardEntry = z.input<typeof cardEntrySchema>;

/** Where the buyer's browser goes next. */
export const checkoutRedirectSchema = z.object({ redirectUrl: z.string() }).meta({ id: "CheckoutRedirect" });

export type CheckoutRedirect = z.output<typeof checkoutRedirectSchema>;

export const authenticateCardErrors = ["INVALID_REQUEST", ...linkErrors, "CONCURRENT_REQUEST"] as const;

/**
 * Authenticates the buyer's card for a session and says where the browser goes next. Every refusal costs
 * a try. It is counted before the network is asked, so that no number of requests at once finds out more
 * about a card, and given back when the network does not answer.
 */
export async function authenticateCard(context: CardNetworkContext, token: string, input: CardEntry) {
  const entry = validate(cardEntrySchema, input);
  if (!entry.ok) return entry;
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { id } = named.value;
  const tenant = tenantId(named.value.tenant);

  const counted = await countTry(context, tenant, id);
  if (!counted.ok) return counted;
  if ("redirectUrl" in counted.value) return ok(counted.value);
  const { installmentPlanMonths = 0, ...card } = entry.value;
  const checked = await askNetwork(context, tenant, card);
  // A plan of one month is a lump sum.
  const months = installmentPlanMonths === 1 ? 0 : installmentPlanMonths;
  const { confirmWindowMs, authenticationTries } = context.settings;
  return decideAndCommit(context, {
    tenant,
    lane: id,
    load: (read) => loadSession(read, id),
    decide: (opened, now) => {
      const early = whereNow(opened, now);
      if (early !== undefined || opened === undefined) return { answer: early ?? refuse("NOT_FOUND_PAYMENT_SESSION") };
      switch (checked.outcome) {
        case "done":
          return decideAuthenticate(opened, { card: checked.value, months, confirmBy: now + confirmWindowMs });
        case "refused":
          return decideRefused(opened, authenticationTries);
        case "unknown":
          return decideUnknown(opened);
      }
    },
  });
}

/** Counts a try of a link; or answers where the browser goes, where no authentication is needed any more. */
function countTry(context: CardNetworkContext, tenant: TenantId, id: string) {
  const { authenticationTries } = context.settings;
  return decideAndCommit(context, {
    tenant,
    lane: id,
    load: (read) => loadSession(read, id),
    decide: (opened, now) => {
      const early = whereNow(opened, now);
      if (early !== undefined || opened === undefined) return { answer: early ?? refuse("NOT_FOUND_PAYMENT_SESSION") };
      const { session } = opened;
      // What is left of the tries is under way: the link ends with them, unless one of them succeeds.
      if (session.tries >= authenticationTries) return { answer: refuse("EXPIRED_PAYMENT_SESSION") };
      const counted = sessionWrite({ ...session, tries: session.tries + 1 });
      return { answer: ok({ counted: true as const }), changes: { writes: [counted] } };
    },
  });
}

/** A refusal leaves the link as it is; the last one ends it, and frees the order. */
function decideRefused(opened: OpenedSession, tries: number) {
  const answer = ok(failureRedirect(opened, "REJECT_CARD_COMPANY"));
  const { intent } = opened;
  const session = { ...opened.session, refusals: opened.session.refusals + 1 };
  if (session.refusals < tries) return { answer, changes: { writes: [sessionWrite(session)] } };
  const over = sessionWrite({ ...session, status: advance(sessionStates, session.status, "expire") });
  const unpaid = intentWrite({ ...intent, status: advance(intentStates, intent.status, "expire") });
  return { answer, changes: { writes: [over, unpaid] } };
}

/** The network did not answer: the try is given back. */
function decideUnknown(opened: OpenedSession) {
  const { session } = opened;
  const answer = ok(failureRedirect(opened, "PAY_PROCESS_ABORTED"));
  return { answer, changes: { writes: [sessionWrite({ ...session, tries: Math.max(0, session.tries - 1) })] } };
}

function askNetwork(context: CardNetworkContext, tenant: TenantId, card: CardDetails) {
  const network = cardNetworkOf(context, tenant);
  const deadline = context.clock.now() + context.settings.requestDeadlineMs;
  return callProvider(context, { key: "authentication", deadline }, async () =>
    network === undefined ? noCardNetwork : network.authenticate({ tenant, card, deadline }),
  );
}

/** The answer that needs no authentication: the link leads nowhere, or has led to success before. */
function whereNow(opened: OpenedSession | undefined, now: number) {
  if (opened === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const refusal = linkRefusal(opened, now);
  if (refusal !== undefined) return refuse(refusal);
  return opened.session.status === "AUTHENTICATED" ? ok(successRedirect(opened)) : undefined;
}

function decideAuthenticate(
  opened: OpenedSession,
  authenticated: { readonly card: AuthenticatedCard; readonly months: number; readonly confirmBy: number },
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
  };
  const over = sessionWrite({ ...session, status: advance(sessionStates, session.status, "authenticate") });
  return { answer: ok(successRedirect(opened)), changes: { writes: [over, intentWrite(inProgress)] } };
}

/** Interface: Browser failure redirect. `orderId` is left out where the buyer interrupted the process. */
function failureRedirect(
  { session, intent }: OpenedSession,
  code: "PAY_PROCESS_CANCELED" | "REJECT_CARD_COMPANY" | "PAY_PROCESS_ABORTED",
): CheckoutRedirect {
  const { orderId, intentKey } = intent;
  const order = code === "PAY_PROCESS_CANCELED" ? {} : { orderId };
  const message = errorCatalog[code].ko;
  return { redirectUrl: withParameters(session.failUrl, { code, message, ...order, intentKey }) };
}

/** The buyer gives up: the browser goes to failUrl. */
export async function giveUpCheckout(context: CardNetworkContext, token: string) {
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { tenant, id } = named.value;
  const now = context.clock.now();
  const opened = await loadOnce(context, tenantId(tenant), (read) => loadSession(read, id));
  const early = whereNow(opened, now);
  if (early !== undefined || opened === undefined) return early ?? refuse("NOT_FOUND_PAYMENT_SESSION");
  return ok(failureRedirect(opened, "PAY_PROCESS_CANCELED"));
}
