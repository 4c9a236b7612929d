import type {
  Opening,
  OpeningRefusal,
  OpeningRequest,
  Outcome,
  PaymentWindow,
  Returned,
  ReturnedRequest,
  TenantId,
} from "@wonflow/core";
import { z } from "zod";
import { accountsFor, newestName, type NiceAccount } from "./accounts.ts";
import { authenticatedAnswer } from "./answers.ts";
import { signatureOf } from "./api.ts";
import { leftCodes, withoutAccount } from "./codes.ts";
import { pathOf, type NiceApi } from "./payment.ts";
import { cutToBytes, isSameText } from "./transport.ts";

/** The provider's names of what a buyer can choose. */
const methodNames = {
  CARD: "card",
  TRANSFER: "bank",
  KAKAOPAY: "kakaopay",
  NAVERPAY: "naverpayCard",
  SAMSUNGPAY: "samsungpayCard",
  PAYCO: "payco",
} as const;

/** A method of the port that the provider's window has. */
export type NiceWindowMethod = keyof typeof methodNames;

export type WindowMethodsOf = (tenant: TenantId) => Promise<readonly NiceWindowMethod[]> | readonly NiceWindowMethod[];

interface WindowOptions {
  readonly methodsOf: WindowMethodsOf;
  readonly scriptUrl: string;
}

const aMinute = 60_000;

/**
 * The manual does not say how long an authentication can be approved, but that it becomes too old (A245). 10 minutes are
 * what another Korean gateway gives. A buyer who confirms in time and is refused has lost nothing but the time.
 */
const approvableForMs = 10 * aMinute;

/** The manual sets no end to the window either. No money moves there, so core's own limit ends it. */
const lastsMs = 30 * aMinute;

/** The provider's own window, in which its script leads the buyer's browser. */
export function windowOf(api: NiceApi, { methodsOf, scriptUrl }: WindowOptions): PaymentWindow {
  return {
    approvableForMs,
    async methods(tenant) {
      if ((await newestName(api.accountsOf, tenant)) === null) return [];
      const methods = await methodsOf(tenant);
      for (const method of methods) {
        if (Object.hasOwn(methodNames, method)) continue;
        const known = Object.keys(methodNames).join(", ");
        throw new RangeError(`windowMethods returned ${method}, and NICE's window has ${known}`);
      }
      return methods;
    },
    begin: (request) => begin(api, scriptUrl, request),
    finish: (request) => finish(api, request),
  };
}

const openWindow =
  "(fields, failed) => { try { AUTHNICE.requestPay({ ...fields, fnError: () => failed() }); } catch { failed(); } }";

const longestName = 40;

/** Prepares an opening. Nothing is sent: the buyer's browser brings the order to the provider. */
async function begin(
  { accountsOf }: NiceApi,
  scriptUrl: string,
  request: OpeningRequest,
): Promise<Outcome<Opening, OpeningRefusal>> {
  const [account] = await accountsFor(accountsOf, request);
  if (account === undefined) return withoutAccount;
  const method = methodNameOf(request.method);
  // Cards are stored by billing calls, not in this window.
  if (request.purpose !== "payment" || method === undefined) return { outcome: "refused", code: "PROVIDER_NOT_AGREED" };
  const { clientKey: clientId } = account;
  const { key: orderId, amount, taxFreeAmount: taxFreeAmt, returnUrl, tenant: mallReserved } = request;
  const message = tooLong({ clientId, returnUrl });
  if (message !== undefined) {
    return { outcome: "refused", code: "PROVIDER_ERROR", provider: { code: "too-long", message } };
  }
  // The provider replaces these two characters by itself, and wants at most 40 bytes.
  const goodsName = cutToBytes(request.orderName.replaceAll(/["|]/g, "-"), longestName);
  const language = request.language === "en" ? "EN" : "KO";
  // The provider offers the months that a card can have: `cardQuota` would leave some out.
  const fields = { clientId, method, orderId, amount, taxFreeAmt, goodsName, returnUrl, language, mallReserved };
  return {
    outcome: "done",
    value: { lastsMs, open: { kind: "script", url: scriptUrl, launcher: openWindow, fields } },
  };
}

function methodNameOf(method: string): string | undefined {
  return Object.entries(methodNames).find(([name]) => name === method)?.[1];
}

/** The manual's limits in bytes, of fields that core does not keep shorter. */
const longest = { clientId: 50, returnUrl: 500 } as const;

const remedies = {
  clientId: "use the client key that the provider's pages show",
  returnUrl: "serve the windows at a shorter address",
} as const;

/** A field that the provider would refuse. The text does not contain the field: a return address is a secret. */
function tooLong(fields: Readonly<Record<keyof typeof longest, string>>): string | undefined {
  for (const name of ["clientId", "returnUrl"] as const) {
    const bytes = Buffer.byteLength(fields[name]);
    if (bytes > longest[name]) return `${name} has ${bytes} bytes, and NICE takes ${longest[name]}: ${remedies[name]}`;
  }
  return undefined;
}

const forged = { outcome: "forged" } as const;

/** What an authenticated buyer's browser brings, under the provider's signature. */
const authenticatedFields = z.object({
  // Part of an address later, where a shorter name could be another call.
  tid: z.string().regex(/^[\w-]{10,30}$/),
  clientId: z.string(),
  amount: z.string(),
  authToken: z.string().min(1).max(40),
  signature: z.string().regex(/^[0-9a-f]{64}$/i),
});

/**
 * Validates a return. The signature covers neither the result, the order nor the tid. So a failure is never more than
 * the browser's word, and the return of another order with the same amount could be replayed under the name of this one.
 * Therefore the provider is queried for the order of the tid. The manual does not say whether it shows any before the
 * approval. If it answers without one, whatever its code, the return is done, and the approval proves it: core accepts a
 * tid for one opening only, and `approve` undoes what it has charged for another order.
 */
async function finish(api: NiceApi, request: ReturnedRequest): Promise<Returned> {
  const { fields, key, amount } = request;
  const { authResultCode, orderId } = fields;
  if (authResultCode === undefined || orderId === undefined) return forged;
  if (authResultCode !== "0000") {
    if (orderId !== key) return forged;
    const code = leftCodes.has(authResultCode) ? "PAY_PROCESS_CANCELED" : "PAY_PROCESS_ABORTED";
    return { outcome: "unsigned", code };
  }
  const accounts = await accountsFor(api.accountsOf, request);
  if (accounts.length === 0) return { outcome: "unknown", reason: "the merchant has no account at the provider" };
  const { data: brought } = authenticatedFields.safeParse(fields);
  // A window that was opened with an older key is signed with that.
  const account = brought && accounts.find((each) => isSigned(brought, each));
  if (account === undefined || orderId !== key || brought?.amount !== String(amount)) return forged;
  const { tid: reference } = brought;
  const about = await api.ask(request, account, {
    method: "GET",
    path: pathOf(reference),
    fields: {},
    answer: authenticatedAnswer,
  });
  if (about.outcome === "unknown") return about;
  if (about.outcome === "done" && (about.value.orderId !== key || about.value.amount !== amount)) return forged;
  return { outcome: "done", value: { key, reference, amount, authenticatedAt: null, paidWith: null } };
}

function isSigned(
  { clientId, authToken, amount, signature }: z.output<typeof authenticatedFields>,
  { clientKey, secretKey }: NiceAccount,
): boolean {
  const right = signatureOf([authToken, clientId, amount], secretKey);
  return clientId === clientKey && isSameText(signature.toLowerCase(), right);
}
