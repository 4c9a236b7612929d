import {
  parseTenantId,
  tenantId,
  tenantOfOpening,
  type NotificationHint,
  type ProviderNotification,
  type TenantId,
} from "@wonflow/core";
import { accountsFor } from "./accounts.ts";
import { notice, paymentNotice } from "./answers.ts";
import { isSigned } from "./api.ts";
import type { NiceApi } from "./payment.ts";
import { inAnySpelling } from "./transport.ts";

const forged = { outcome: "forged" } as const;

/** All that the provider takes for received, with status 200. */
const reply = { contentType: "text/html", body: "OK" } as const;

/**
 * Reads the provider's message about an order. An opening's order id names its merchant; of other calls the field that
 * we send along does. Orders without either, such as another system's at the same shop or the sample that registering an
 * address sends, are acknowledged and looked up nowhere. So only messages about our orders need a signature: with any
 * account of the merchant, as the message does not name one.
 */
export async function readNotification(
  { accountsOf }: Pick<NiceApi, "accountsOf">,
  { body }: Pick<ProviderNotification, "body">,
): Promise<NotificationHint> {
  const content = contentOf(body);
  const { data: about } = inAnySpelling(notice).safeParse(content);
  if (about === undefined) return forged;
  const { orderId, mallReserved } = about;
  const tenant = tenantOfOpening(orderId) ?? tenantIn(mallReserved);
  if (tenant === undefined || !keyForm.test(orderId)) return { outcome: "look-at", keys: [], reply };
  const { data: message } = inAnySpelling(paymentNotice).safeParse(content);
  if (message === undefined) return forged;
  const { tid, amount, ediDate, signature, balanceAmt } = message;
  const accounts = await accountsFor(accountsOf, { tenant, credentials: null });
  const isTheirs = accounts.some((account) => isSigned({ over: [tid, amount, ediDate], signature }, account));
  if (!isTheirs) return forged;
  const remaining = balanceAmt == null ? {} : { remainingAmount: balanceAmt };
  return { outcome: "look-at", keys: [orderId], tenant, ...remaining, reply };
}

/** Each of our calls has a key of this form as its order id. */
const keyForm = /^[\w.-]{1,64}$/;

function tenantIn(mallReserved: unknown): TenantId | undefined {
  const named = typeof mallReserved === "string" ? parseTenantId(mallReserved) : undefined;
  return named && tenantId(named);
}

function contentOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
