import { z } from "zod";

import { cardCompanyOf } from "../../gateway/card-company.ts";
import { seoulTime } from "../../engine/time/seoul-time.ts";
import { gatewayOf, offersOf, type GatewayContext } from "../../gateway/context.ts";
import { errorCatalog } from "../../error-messages.ts";
import {
  allows,
  easyPayProviders,
  paymentMethods,
  windowMethods,
  type OfferedMethod,
} from "../../merchant/payment-methods.ts";
import { decideAndCommit, loadOnce, type Decision } from "../../engine/commit/commit.ts";
import type { RecordRef } from "../../engine/commit/record.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import type { Context } from "../../context.ts";
import { logoRef } from "../../merchant/look.ts";
import { merchantRef, type Merchant } from "../../merchant/merchant.ts";
import { intentRecord, type Intent } from "../intent/intent.ts";
import { ok, refuse } from "../../result.ts";
import { sessionRecord, sessionStatusAt, type Session, type SessionStatus } from "../intent/session.ts";
import type { Settings } from "../../settings.ts";
import { tenantOfToken, type Tenant } from "../../engine/tenant/tenant.ts";
import { offeredMethods, plansOf } from "./plans.ts";
import { failureRedirect, successRedirect, type BuyerOptions, type FailureCode, type Linked } from "./redirect.ts";

export interface OpenedSession extends Linked {
  readonly merchant: Merchant;
  /** Null if the merchant has none. */
  readonly logo: string | null;
}

export interface NamedSession {
  readonly tenant: Tenant;
  readonly id: string;
}

/** `NOT_FOUND_PAYMENT_SESSION` for an invalid token. */
export async function nameSession(context: Context, token: string) {
  const tenant = tenantOfToken(token);
  if (tenant === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  return ok<NamedSession>({ tenant, id: await context.vault.hash(token) });
}

export const linkErrors = [
  "NOT_FOUND_PAYMENT_SESSION",
  "EXPIRED_PAYMENT_SESSION",
  "INVALIDATED_PAYMENT_SESSION",
] as const;

export async function loadSession(read: Read, id: string): Promise<OpenedSession | undefined> {
  const [session, merchant] = await read(sessionRecord.ref(id), merchantRef);
  if (session === undefined || merchant === undefined) return undefined;
  const [intent, look] = await read(intentRecord.ref(session.intentKey), logoRef);
  return intent === undefined ? undefined : { session, intent, merchant, logo: look?.logo ?? null };
}

/**
 * The status of a link at a time. The end of a payment ends its link, also after authentication: a payment that
 * expired, was aborted, or was canceled before confirm. The session itself records that it was superseded. The link of
 * a confirmed payment stays.
 */
function linkStatusAt({ session, intent }: Linked, now: number): SessionStatus {
  const status = sessionStatusAt(session, now);
  if (status !== "AUTHENTICATED" || intent.approvedAt !== null) return status;
  return intent.status === "IN_PROGRESS" ? status : "EXPIRED";
}

/** Undefined while the link can be paid through, or after authentication. */
export function linkRefusal(opened: OpenedSession | undefined, now: number) {
  if (opened === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const status = linkStatusAt(opened, now);
  if (status === "EXPIRED") return refuse("EXPIRED_PAYMENT_SESSION");
  return status === "SUPERSEDED" ? refuse("INVALIDATED_PAYMENT_SESSION") : undefined;
}

/**
 * Decides about a link that can still be paid through, or was authenticated; refuses any other. `also` is read with it.
 */
export function decideOnLink<Decided extends Decision<unknown>, Also = never>(
  context: Context,
  { tenant, id, also }: NamedSession & { readonly also?: RecordRef<Also> | undefined },
  decide: (opened: OpenedSession, now: number, also: Also | undefined) => Decided,
) {
  return decideAndCommit(context, {
    tenant,
    lane: id,
    async load(read) {
      const [, , record] = await read(sessionRecord.ref(id), merchantRef, also);
      return { opened: await loadSession(read, id), record };
    },
    decide: ({ opened, record }, now) => {
      const refusal = linkRefusal(opened, now);
      if (opened === undefined || refusal !== undefined)
        return { answer: refusal ?? refuse("NOT_FOUND_PAYMENT_SESSION") };
      return decide(opened, now, record);
    },
  });
}

export const checkoutViewSchema = z
  .object({
    merchantName: z.string(),
    seller: z
      .object({
        businessName: z.string().meta({ description: "The name that the business is registered under" }),
        businessRegistrationNumber: z.string().optional().meta({ description: "10 digits" }),
        phone: z.string().optional(),
      })
      .meta({ description: "Who sells, as far as the merchant says" }),
    operatorName: z.string().optional().meta({ description: "Who runs the payment service" }),
    terms: z
      .object({ url: z.string(), consent: z.boolean().meta({ description: "Whether a buyer must agree to them" }) })
      .optional(),
    color: z.string().optional().meta({ description: "The merchant's colour, #rrggbb" }),
    logo: z.string().optional().meta({ description: "The merchant's logo, a data URL" }),
    orderName: z.string(),
    amount: z.number().meta({ description: "Won" }),
    taxFreeAmount: z.number().optional().meta({ description: "Won of it without VAT, where there are any" }),
    installmentMonths: z.array(z.int()).meta({
      description:
        "The installment plans that a credit card has for this amount, in months from 2, the shortest first; empty if it can only be paid in a lump sum",
    }),
    methods: z
      .array(z.enum(["KEYIN", ...windowMethods]))
      .optional()
      .meta({
        description:
          "How the buyer may pay, in the order to show; absent where the only way is a card typed here: KEYIN",
      }),
    status: z.enum(["OPEN", "IN_WINDOW", "AUTHENTICATED", "CONFIRMING", "PAID", "EXPIRED", "SUPERSEDED"]).meta({
      description:
        "IN_WINDOW while the buyer is in the gateway's window, or may choose again; CONFIRMING while the gateway has not answered the merchant's confirm; PAID once it has approved, also when the payment was canceled afterwards",
    }),
    endedBy: z.enum(["TIME", "TRIES", "BUYER", "MERCHANT"]).optional().meta({
      description:
        "What ended an EXPIRED link: its time, refused cards, the buyer who gave up after authentication, or the merchant, whose confirm was refused or who canceled",
    }),
    checking: z.boolean().optional().meta({ description: "Of an OPEN link: whether a card is being checked now" }),
    triesLeft: z.int().optional().meta({ description: "How many cards may still be tried on an OPEN link" }),
    suspended: z
      .literal(true)
      .optional()
      .meta({ description: "Of an OPEN link: the merchant takes no payments at present, so no card either" }),
    window: z
      .object({
        method: z.enum(windowMethods),
        endsAt: z.string().meta({ description: "Until when the buyer may come back from it" }),
      })
      .optional()
      .meta({ description: "Of an IN_WINDOW link: what the buyer went to the window for" }),
    windowFailure: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .meta({ description: "Of an OPEN or IN_WINDOW link: how the buyer's last visit to the window failed" }),
    paidIn: z
      .object({ method: z.enum(paymentMethods), easyPayProvider: z.enum(easyPayProviders).optional() })
      .optional()
      .meta({ description: "Of a payment that the buyer authenticated in the gateway's window" }),
    card: z
      .object({
        company: z.object({ ko: z.string(), en: z.string() }).nullable().meta({ description: "Null if unknown" }),
        lastDigits: z.string().meta({ description: "At most four, as far as the gateway shows them" }),
        installmentPlanMonths: z.int().meta({ description: "0 is a lump sum" }),
      })
      .optional()
      .meta({ description: "The card that the buyer has authenticated; a link that is OPEN has none" }),
    redirectUrl: z.string().optional().meta({
      description: "Where the buyer continues; absent while the link is OPEN, unless the merchant is suspended",
    }),
    expiresAt: z.string(),
    testMode: z.boolean().meta({ description: "True when no real payment happens" }),
  })
  .meta({ id: "CheckoutView" });

export type CheckoutView = z.output<typeof checkoutViewSchema>;

export const readCheckoutErrors = ["NOT_FOUND_PAYMENT_SESSION"] as const;

/** Reads the session of a checkout link for its page; also of a dead link. */
export async function readCheckout(context: GatewayContext, token: string, { language }: BuyerOptions = {}) {
  const named = await nameSession(context, token);
  if (!named.ok) return named;
  const { tenant, id } = named.value;
  // Take `now` before reading, so that a slow read cannot expire what was still valid.
  const now = context.clock.now();
  const opened = await loadOnce(context, tenant, (read) => loadSession(read, id));
  if (opened === undefined) return refuse("NOT_FOUND_PAYMENT_SESSION");
  const { session, intent, merchant, logo } = opened;
  const { operatorName } = context.settings;
  const methods = await methodsOf(context, tenant, opened);
  return ok<CheckoutView>({
    ...viewMerchant(merchant),
    ...(logo !== null && { logo }),
    ...(operatorName !== null && { operatorName }),
    orderName: intent.orderName,
    amount: intent.totalAmount,
    ...(intent.taxFreeAmount > 0 && { taxFreeAmount: intent.taxFreeAmount }),
    installmentMonths: [...plansOf(context, tenant, opened)],
    ...(methods !== undefined && { methods: [...methods] }),
    ...viewLink(opened, { now, language, settings: context.settings }),
    expiresAt: seoulTime(session.expiresAt),
    testMode: tenant.mode === "test",
  });
}

/** Undefined if a typed card is the only way, as it is for a merchant that asks for nothing else. */
async function methodsOf(
  context: GatewayContext,
  tenant: Tenant,
  { session, merchant }: OpenedSession,
): Promise<readonly OfferedMethod[] | undefined> {
  if (session.methods.length === 1 && session.methods[0] === "KEYIN") return undefined;
  const gateway = gatewayOf(context, tenant, merchant);
  const offered = offeredMethods(context, tenant, { gateway, offers: await offersOf(context, tenant) });
  return offered.filter((each) => allows(session.methods, each) && allows(merchant.contracts.methods, each));
}

/** The code for failUrl, by the end of the link. */
const failureCodes: Readonly<Record<NonNullable<CheckoutView["endedBy"]>, FailureCode>> = {
  TIME: "PAY_PROCESS_ABORTED",
  TRIES: "REJECT_CARD_COMPANY",
  BUYER: "PAY_PROCESS_CANCELED",
  MERCHANT: "PAY_PROCESS_ABORTED",
};

/** Fields that the merchant does not give are left out. */
function viewMerchant({ name, businessName, businessRegistrationNumber, phone, terms, color }: Merchant) {
  return {
    merchantName: name,
    seller: {
      businessName: businessName ?? name,
      ...(businessRegistrationNumber !== null && { businessRegistrationNumber }),
      ...(phone !== null && { phone }),
    },
    ...(terms !== null && { terms: { url: terms.url, consent: terms.consent } }),
    ...(color !== null && { color }),
  };
}

type LinkView = Pick<
  CheckoutView,
  | "status"
  | "endedBy"
  | "checking"
  | "triesLeft"
  | "suspended"
  | "window"
  | "windowFailure"
  | "paidIn"
  | "card"
  | "redirectUrl"
>;

function viewLink(
  opened: OpenedSession,
  { now, language, settings }: BuyerOptions & { readonly now: number; readonly settings: Settings },
): LinkView {
  const { session, intent } = opened;
  const tries = settings.authenticationTries;
  const status = linkStatusAt(opened, now);
  switch (status) {
    case "OPEN":
    case "IN_WINDOW": {
      const { triedAt, refusals } = session;
      const suspended = opened.merchant.suspended !== null && {
        suspended: true as const,
        redirectUrl: failureRedirect(opened, { code: "PAY_PROCESS_ABORTED", language }).redirectUrl,
      };
      const isAsked = session.tries > refusals && triedAt !== null && now < triedAt + settings.requestDeadlineMs;
      const choosing = { checking: isAsked, triesLeft: Math.max(0, tries - refusals), ...suspended };
      return { status, ...choosing, ...viewWindow(session, { status, language }) };
    }
    case "AUTHENTICATED": {
      const confirming = intent.openAttempt === null ? status : "CONFIRMING";
      const standing = intent.approvedAt === null ? confirming : "PAID";
      return { status: standing, ...paidOf(intent), redirectUrl: successRedirect(opened).redirectUrl };
    }
    case "SUPERSEDED":
      // The order belongs to its newer link, so don't report a failure to the shop.
      return { status, redirectUrl: failureRedirect(opened, { code: "PAY_PROCESS_CANCELED", language }).redirectUrl };
    case "EXPIRED": {
      const endedBy = endOf(opened, tries);
      const { redirectUrl } = failureRedirect(opened, { code: failureCodes[endedBy], language });
      return { status, endedBy, redirectUrl };
    }
  }
}

/** The opening of an IN_WINDOW link, and how the last one failed. */
function viewWindow(
  { opening }: Session,
  { status, language = "ko" }: BuyerOptions & { readonly status: SessionStatus },
): Pick<CheckoutView, "window" | "windowFailure"> {
  if (opening === null) return {};
  const { method, endsAt, failure } = opening;
  return {
    ...(status === "IN_WINDOW" && { window: { method, endsAt: seoulTime(endsAt) } }),
    ...(failure !== null && { windowFailure: { code: failure, message: errorCatalog[failure][language] } }),
  };
}

function paidOf({ methods: [method] }: Intent): Pick<CheckoutView, "card" | "paidIn"> {
  if (method === undefined) return {};
  if (method.method !== "KEYIN") {
    const provider = method.easyPay?.provider ?? null;
    return { paidIn: { method: method.method, ...(provider !== null && { easyPayProvider: provider }) } };
  }
  const { issuerCode, maskedNumber, installmentPlanMonths } = method;
  const company = cardCompanyOf(issuerCode);
  const lastDigits = /\d{0,4}$/.exec(maskedNumber)?.[0] ?? "";
  return {
    card: {
      company: company === undefined ? null : { ko: company.ko, en: company.en },
      lastDigits,
      installmentPlanMonths,
    },
  };
}

function endOf({ session, intent }: OpenedSession, tries: number): NonNullable<CheckoutView["endedBy"]> {
  if (intent.status === "ABORTED" || intent.status === "CANCELED") return "MERCHANT";
  // After authentication only giving up ends the session's own record.
  if (session.status === "EXPIRED" && intent.confirmBy !== null) return "BUYER";
  return session.refusals >= tries ? "TRIES" : "TIME";
}

/** Empty for an invalid token. The session may be gone. */
export async function checkoutFrameOrigins(context: Context, token: string): Promise<readonly string[]> {
  const tenant = tenantOfToken(token);
  if (tenant === undefined) return [];
  if (tenant.mode === "test") return ["*"];
  const [merchant] = await loadOnce(context, tenant, (read) => read(merchantRef));
  return merchant?.origins ?? [];
}
