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

/** Authenticates the buyer's card for a session and says where the browser goes next. */
export async function authenticateCard(context: CardNetworkContext, token: string, input: CardEntry) {
  const entry = validate(cardEntrySchema, input);
  if (!entry.ok) return entry;
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { id } = named.value;
  const tenant = tenantId(named.value.tenant);

  const opened = await loadOnce(context, tenant, (read) => loadSession(read, id));
  const early = whereNow(opened, context.clock.now());
  if (early !== undefined) return early;
  const { installmentPlanMonths = 0, ...card } = entry.value;
  const checked = await askNetwork(context, tenant, card);
  if (checked.outcome !== "done") {
    const code = checked.outcome === "refused" ? "REJECT_CARD_COMPANY" : "PAY_PROCESS_ABORTED";
    return failureRedirect(opened, code);
  }
  const { confirmWindowMs } = context.settings;
  // A plan of one month is a lump sum.
  const months = installmentPlanMonths === 1 ? 0 : installmentPlanMonths;
  return decideAndCommit(context, {
    tenant,
    lane: opened?.intent.orderId ?? id,
    load: (read) => loadSession(read, id),
    decide: (loaded, now) =>
      decideAuthenticate(loaded, { card: checked.value, months, now, confirmBy: now + confirmWindowMs }),
  });
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
  opened: OpenedSession | undefined,
  authenticated: {
    readonly card: AuthenticatedCard;
    readonly months: number;
    readonly now: number;
    readonly confirmBy: number;
  },
) {
  const early = whereNow(opened, authenticated.now);
  if (early !== undefined || opened === undefined) return { answer: early ?? refuse("NOT_FOUND_PAYMENT_SESSION") };
  const { session, intent } = opened;
  const method: IntentMethod = {
    cardToken: authenticated.card.token,
    maskedNumber: authenticated.card.maskedNumber,
    issuerCode: authenticated.card.issuerCode,
    installmentPlanMonths: authenticated.months,
    amount: intent.totalAmount,
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
  opened: OpenedSession | undefined,
  code: "PAY_PROCESS_CANCELED" | "REJECT_CARD_COMPANY" | "PAY_PROCESS_ABORTED",
) {
  if (opened === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const { orderId, intentKey } = opened.intent;
  const order = code === "PAY_PROCESS_CANCELED" ? {} : { orderId };
  const redirectUrl = withParameters(opened.session.failUrl, {
    code,
    message: errorCatalog[code].ko,
    ...order,
    intentKey,
  });
  return ok<CheckoutRedirect>({ redirectUrl });
}

/** The buyer gives up: the browser goes to failUrl. */
export async function giveUpCheckout(context: CardNetworkContext, token: string) {
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { tenant, id } = named.value;
  const opened = await loadOnce(context, tenantId(tenant), (read) => loadSession(read, id));
  return whereNow(opened, context.clock.now()) ?? failureRedirect(opened, "PAY_PROCESS_CANCELED");
}
