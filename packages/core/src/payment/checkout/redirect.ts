import { z } from "zod";
import { errorCatalog, type Language } from "../../error-messages.ts";
import type { Intent } from "../intent/intent.ts";
import type { Session } from "../intent/session.ts";
import type { CardDetails } from "../../gateway/gateway.ts";
import { ok, refuseField } from "../../result.ts";

/** Where the buyer's browser goes next. */
export const checkoutRedirectSchema = z
  .object({
    redirectUrl: z.string(),
    leadsTo: z.enum(["successUrl", "failUrl"]).meta({ description: "Which of the shop's addresses it is" }),
  })
  .meta({ id: "CheckoutRedirect" });

export type CheckoutRedirect = z.output<typeof checkoutRedirectSchema>;

export interface BuyerOptions {
  /** The language of the message at failUrl; Korean by default. */
  readonly language?: Language | undefined;
}

export interface Linked {
  readonly session: Session;
  readonly intent: Intent;
}

/** successUrl with `orderId`, `intentKey` and `amount`. */
export function successRedirect({ session, intent }: Linked): CheckoutRedirect {
  const { orderId, intentKey, totalAmount } = intent;
  const parameters = { orderId, intentKey, amount: String(totalAmount) };
  return { redirectUrl: withParameters(session.successUrl, parameters), leadsTo: "successUrl" };
}

/** Interface: Browser failure redirect. */
export type FailureCode = "PAY_PROCESS_CANCELED" | "REJECT_CARD_COMPANY" | "PAY_PROCESS_ABORTED";

/** failUrl. `orderId` is left out where the buyer interrupted the process. */
export function failureRedirect(
  { session, intent }: Linked,
  { code, language = "ko" }: BuyerOptions & { readonly code: FailureCode },
): CheckoutRedirect {
  const { orderId, intentKey } = intent;
  // The merchant's own parameter of this name must not reveal the order either.
  const shownOrderId = code === "PAY_PROCESS_CANCELED" ? undefined : orderId;
  const message = errorCatalog[code][language];
  const parameters = { code, message, orderId: shownOrderId, intentKey };
  return { redirectUrl: withParameters(session.failUrl, parameters), leadsTo: "failUrl" };
}

/**
 * Sets parameters of a merchant's redirect URL. They replace all parameters of the same name, compared after decoding:
 * a shop's own `?amount=1` never appears next to ours. Undefined only removes. Every other parameter and the fragment
 * are unchanged, byte for byte.
 *
 * @example
 * withParameters("https://shop.example/ok?a=1&x=2#top", { x: "3" }); // "https://shop.example/ok?a=1&x=3#top"
 */
export function withParameters(url: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const [, address = "", query, fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const isTheirs = (pair: string) => !Object.hasOwn(parameters, nameOf(pair));
  const theirs = query?.split("&").filter(isTheirs).join("&") ?? "";
  const ours = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  );
  const glue = theirs === "" || theirs.endsWith("&") ? "" : "&";
  return `${address}?${theirs}${glue}${ours.join("&")}${fragment}`;
}

/** The decoded name of a parameter. Our names are ASCII, so other bytes need not decode to valid text. */
function nameOf(pair: string): string {
  const [name = ""] = pair.split("=", 1);
  return name
    .replaceAll("+", " ")
    .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

interface Entered {
  readonly card: Pick<CardDetails, "number">;
  /** 0 for a lump sum. */
  readonly months: number;
}

/**
 * The answer of a link whose card is authenticated: for the same card the redirect again, as the first answer may be
 * lost. Another card, such as one from a second window, must not seem to be used. Undefined while the link has no card.
 */
export function answerOfEarlierCard(opened: Linked, { card, months }: Entered) {
  if (opened.session.status !== "AUTHENTICATED") return undefined;
  const [method] = opened.intent.methods;
  const isSame =
    method?.method === "KEYIN" && method.installmentPlanMonths === months && masks(method.maskedNumber, card.number);
  if (isSame) return ok(successRedirect(opened));
  const problem =
    "must be the card that is authenticated already: continue with it, or give up and start the order again";
  return refuseField("FORBIDDEN_CONSECUTIVE_REQUEST", "number", problem);
}

/** Whether a masked number is this card's. Fewer than six visible digits identify no card. */
function masks(maskedNumber: string, number: string): boolean {
  const [, first = "", last = ""] = /^(\d*)\*+(\d*)$/.exec(maskedNumber) ?? [];
  return first.length + last.length >= 6 && number.startsWith(first) && number.endsWith(last);
}
