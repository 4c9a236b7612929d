import { z } from "zod";

import { errorCatalog, type Language } from "../errors.ts";
import type { Intent } from "../payment/intent.ts";
import type { Session } from "../session/session.ts";

/** Where the buyer's browser goes next. */
export const checkoutRedirectSchema = z.object({ redirectUrl: z.string() }).meta({ id: "CheckoutRedirect" });

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
  return { redirectUrl: withParameters(session.successUrl, { orderId, intentKey, amount: String(totalAmount) }) };
}

/** Interface: Browser failure redirect. */
export type FailureCode = "PAY_PROCESS_CANCELED" | "REJECT_CARD_COMPANY" | "PAY_PROCESS_ABORTED";

/** failUrl. `orderId` is left out where the buyer interrupted the process. */
export function failureRedirect(
  { session, intent }: Linked,
  { code, language = "ko" }: BuyerOptions & { readonly code: FailureCode },
): CheckoutRedirect {
  const { orderId, intentKey } = intent;
  const order = code === "PAY_PROCESS_CANCELED" ? {} : { orderId };
  const message = errorCatalog[code][language];
  return { redirectUrl: withParameters(session.failUrl, { code, message, ...order, intentKey }) };
}

/**
 * Appends parameters to a merchant's redirect URL; its own query and fragment stay as they are.
 *
 * @example
 * withParameters("https://shop.example/ok?a=1#top", { orderId: "x" }); // "https://shop.example/ok?a=1&orderId=x#top"
 */
export function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const hash = url.indexOf("#");
  const before = hash === -1 ? url : url.slice(0, hash);
  const fragment = hash === -1 ? "" : url.slice(hash);
  const query = Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  const glue = !before.includes("?") ? "?" : /[?&]$/.test(before) ? "" : "&";
  return `${before}${glue}${query}${fragment}`;
}
