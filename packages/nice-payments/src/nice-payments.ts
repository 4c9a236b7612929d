import { scrubbedAnswer, type Gateway, type KeyIn, type Clock, type TenantId } from "@wonflow/core";
import { newestName, type NiceAccount } from "./accounts.ts";
import { approve, reverse } from "./approval.ts";
import { cancel, lookUpCancellation } from "./cancel.ts";
import { releaseCard, storeCard } from "./card.ts";
import { askerOf } from "./api.ts";
import { providerTransport } from "./transport.ts";
import { machineClock } from "./machine-clock.ts";
import { readNotification } from "./notification.ts";
import { approvalOf, findPayment, reversibleForMs, type NiceApi } from "./payment.ts";
import { windowOf, type WindowMethodsOf } from "./window.ts";

export interface NicePaymentsOptions {
  /** Where the provider's API is: `https://api.nicepay.co.kr`. HTTP without TLS is for this machine only. */
  readonly url: string;
  /**
   * The accounts of a tenant, newest first: several during a key rotation. Empty or undefined: this merchant has none,
   * and its calls are refused with `UNAUTHORIZED_PROVIDER_KEY` without a request. Read on every call.
   */
  readonly accountsOf: (
    tenant: TenantId,
  ) => Promise<readonly NiceAccount[] | undefined> | readonly NiceAccount[] | undefined;
  /**
   * What a tenant's contract offers in the provider's window: `CARD`, `TRANSFER`, `KAKAOPAY`, `NAVERPAY`, `SAMSUNGPAY`,
   * `PAYCO`, in the order in which buyers see them. Left out, buyers type their cards on our page. Read on every call.
   */
  readonly windowMethods?: WindowMethodsOf;
  /** The script of the window: the provider's own by default, or that of an emulator on this machine, beside its API. */
  readonly scriptUrl?: string;
  /** How long after its deadline a call may still take effect, in milliseconds, at least 1; 15 minutes by default. */
  readonly settlesWithinMs?: number;
  /** The machine's by default. */
  readonly clock?: Clock;
}

/** A gateway of typed and stored cards, and of the provider's window where `windowMethods` opens it. */
export interface CardGateway extends Gateway {
  readonly keyIn: KeyIn;
}

const fifteenMinutes = 15 * 60_000;

/**
 * NICE Payments behind the gateway port: typed and stored cards, and the provider's window. It keeps nothing: any number
 * of processes may use the same accounts.
 *
 * Throws a TypeError for a `url` that is neither https nor on this machine or an invalid `scriptUrl`, and a RangeError for a `settlesWithinMs`
 * below 1, which would promise that a net-cancel forbids what arrives later.
 *
 * @example
 * import { nicePayments } from "@wonflow/nice-payments";
 *
 * const gateway = nicePayments({
 *   url: "https://api.nicepay.co.kr",
 *   accountsOf: () => [{ clientKey: "…", secretKey: "…" }],
 *   windowMethods: () => ["CARD", "KAKAOPAY"],
 * });
 */
export function nicePayments(options: NicePaymentsOptions): CardGateway {
  const { url, accountsOf, settlesWithinMs = fifteenMinutes, clock = machineClock } = options;
  const { windowMethods: methodsOf, scriptUrl = scriptBeside(url) } = options;
  if (!(settlesWithinMs >= 1))
    throw new RangeError("settlesWithinMs must be at least 1: NICE may still process a call after its deadline");
  if (!URL.canParse(scriptUrl)) throw new TypeError("scriptUrl must be the address of the window's script");
  const now = () => clock.now();
  const api: NiceApi = { ask: askerOf(providerTransport({ url, clock }), now), accountsOf, now };
  return {
    sandbox: false,
    settlesWithinMs,
    reversibleForMs,
    repeatsApprovals: false,
    repeatsCancellations: false,
    keyIn: {
      storesCheckedCards: true,
      installmentMonths: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      authenticate: scrubbed((request) => storeCard(api, request)),
      issueToken: scrubbed((request) => storeCard(api, request)),
      releaseToken: scrubbed((request) => releaseCard(api, request)),
    },
    ...(methodsOf && { window: windowOf(api, { methodsOf, scriptUrl }) }),
    credentials: (tenant) => newestName(accountsOf, tenant),
    approve: scrubbed((request) => approve(api, request)),
    cancel: scrubbed((request) => cancel(api, request)),
    reverse: scrubbed((request) => reverse(api, request)),
    lookUpApproval: scrubbed(async (question) => {
      const found = await findPayment(api, question, question);
      return found.outcome === "done" ? approvalOf(question, found.value) : found;
    }),
    lookUpCancellation: scrubbed((question) => lookUpCancellation(api, question)),
    readNotification: (message) => readNotification(api, message),
  };
}

/** The provider serves its script at a host of its own. An API on this machine is an emulator, which has one too. */
function scriptBeside(url: string): string {
  return url.startsWith("http:") ? new URL("/v1/js/", url).href : "https://pay.nicepay.co.kr/v1/js/";
}

/** The same call, whose answer keeps no card data of its request, though the provider may have repeated it. */
function scrubbed<Request extends object, Answer extends { readonly outcome: string }>(
  call: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  return async (request) => scrubbedAnswer(request, await call(request));
}
