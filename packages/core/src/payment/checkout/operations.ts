import type { BinContext } from "../../gateway/bin.ts";
import type { GatewayContext } from "../../gateway/context.ts";
import type { RequestOptions } from "../../engine/idempotency/idempotency.ts";
import type { Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { authenticateCard, type authenticateCardErrors, type CardEntry } from "./authenticate.ts";
import {
  createSession,
  openCheckout,
  type createSessionErrors,
  type openCheckoutErrors,
  type OpenCheckoutOptions,
} from "./create-session.ts";
import { describeCard, type CardDescription, type describeCardErrors, type FirstDigits } from "./describe-card.ts";
import {
  openWindow,
  readWindow,
  type OpenedWindow,
  type openWindowErrors,
  type readWindowErrors,
  type WindowChoice,
  type WindowToOpen,
} from "./open-window.ts";
import {
  returnFromWindow,
  type ReturnedFields,
  type returnErrors,
  type ReturnOptions,
  type WindowReturn,
} from "./return-from-window.ts";
import { receiveNotification, type notifiedErrors } from "./notification.ts";
import type { NotificationReply, ProviderNotification } from "../../gateway/gateway.ts";
import { giveUpCheckout, type giveUpErrors } from "./end-link.ts";
import { checkoutFrameOrigins, readCheckout, type CheckoutView, type readCheckoutErrors } from "./read-session.ts";
import type { BuyerOptions, CheckoutRedirect } from "./redirect.ts";
import type { CreatedSession, CreateSessionInput, OpenCheckoutInput } from "./new-session.ts";

/** Checkout sessions, as a merchant's server creates them (interface: Checkout session). */
export interface SessionOperations {
  /**
   * Creates a checkout session for an order (interface: Checkout session). An earlier session of the same order is
   * invalidated at once. `amount.value` is in won.
   *
   * Refusals, with every field that cannot be accepted: `INVALID_REQUEST`, `INVALID_CUSTOMER_ID`, `INVALID_ORDER_ID`,
   * `INVALID_AMOUNT`, `INVALID_METADATA`, `INVALID_URL`, `INVALID_IDEMPOTENCY_KEY`; `IDEMPOTENCY_KEY_REUSED`;
   * `FORBIDDEN_REQUEST` if the merchant is not registered or is suspended, or if its mode has no gateway, or none with
   * an account of the merchant; `BELOW_MINIMUM_AMOUNT` and `EXCEED_MAX_AMOUNT` by the merchant's bounds;
   * `KYC_NOT_AGREED`; `DUPLICATED_ORDER_ID` where the order is paid; `FORBIDDEN_CONSECUTIVE_REQUEST` while an approval
   * of the order is in progress; `CONCURRENT_REQUEST`.
   *
   * @example
   * const session = await payments.sessions.create(tenant, {
   *   customerId: "c0a8-11e9-buyer", orderId: "order-20261120-0001", orderName: "Green tea",
   *   amount: { value: 10_000 }, successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail",
   * });
   */
  create(
    tenant: Tenant,
    input: CreateSessionInput,
    options?: RequestOptions,
  ): Answer<CreatedSession, typeof createSessionErrors>;
}

/** The checkout that a buyer sees (interface: Browser checkout result). All but `open` go by the link's token. */
export interface CheckoutOperations {
  /** The address of the checkout page, `settings.checkoutUrl`: every link begins with it. */
  readonly address: string;
  /** Where the pages that open a gateway's window are, `settings.windowUrl`: a host that serves nothing else. */
  readonly windowAddress: string | null;

  /**
   * Opens a checkout from a merchant's page, which knows only the client key (interface: Client SDK). It never replaces
   * a session that the merchant's server created.
   *
   * Refusals: `INVALID_REQUEST`, `INVALID_CUSTOMER_ID`, `INVALID_ORDER_ID`, `INVALID_AMOUNT`, `INVALID_URL`,
   * `BELOW_MINIMUM_AMOUNT`, `EXCEED_MAX_AMOUNT`, `DUPLICATED_ORDER_ID`, `FORBIDDEN_CONSECUTIVE_REQUEST` and
   * `CONCURRENT_REQUEST` as for a session; `FORBIDDEN_REQUEST` where the server's session of this order is alive, where
   * the page's origin is not registered in live mode, or where no gateway takes its payments.
   *
   * @example
   * const opened = await payments.checkout.open(tenant, order, { origin: "https://shop.example" });
   */
  open(
    tenant: Tenant,
    input: OpenCheckoutInput,
    options: OpenCheckoutOptions,
  ): Answer<CreatedSession, typeof openCheckoutErrors>;

  /**
   * The origins whose pages may frame the checkout of a token: any (`"*"`) in test mode, the merchant's registered ones
   * in live mode, none for an invalid token. The session may be gone.
   *
   * @example
   * const origins = await payments.checkout.frameOrigins(token);
   */
  frameOrigins(token: string): Promise<readonly string[]>;

  /**
   * Reads the session of a checkout link, for its page. A dead link can be read too: `status` says why it ended, and
   * `redirectUrl` where the buyer continues.
   *
   * Refusals: `NOT_FOUND_PAYMENT_SESSION`.
   *
   * @example
   * const view = await payments.checkout.read(token, { language: "en" });
   */
  read(token: string, options?: BuyerOptions): Answer<CheckoutView, typeof readCheckoutErrors>;

  /**
   * Says, for the page of a checkout link, which company a card is of and in how many months it may be paid. An unknown
   * card has no company, and the plans of any credit card, none of them interest-free.
   *
   * Refusals: `INVALID_REQUEST` for anything but 6 to 8 digits; `NOT_FOUND_PAYMENT_SESSION`, `EXPIRED_PAYMENT_SESSION`,
   * `INVALIDATED_PAYMENT_SESSION`.
   *
   * @example
   * const described = await payments.checkout.describeCard(token, { firstDigits: "40000000" });
   */
  describeCard(token: string, input: FirstDigits): Answer<CardDescription, typeof describeCardErrors>;

  /**
   * Authenticates the buyer's card for a session and says where the browser goes next. Success leads to successUrl;
   * repeated with the same card, to successUrl again, without a second authentication. A link has 5 tries (a setting):
   * the last refused one ends it and leads to failUrl with `REJECT_CARD_COMPANY`. Where no gateway is bound in this
   * mode, the browser goes to failUrl with `PAY_PROCESS_ABORTED` (interface: Browser checkout result).
   *
   * Refusals, after which the link is as open as before: the gateway's (`authenticationRefusals`), with `triesLeft`
   * and, if the buyer can correct it, the fields in `details`; `PROVIDER_ERROR` if it did not answer, which costs no
   * try; `NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT` for a card without installments,
   * `INVALID_CARD_INSTALLMENT_PLAN` for an amount that is too small for them; `FORBIDDEN_CONSECUTIVE_REQUEST` where
   * another card, or another plan, of this link is authenticated already; `INVALID_REQUEST` with the fields that cannot
   * be accepted, `termsAgreed` among them where the merchant's terms ask for consent; `FORBIDDEN_REQUEST` where the
   * merchant is suspended; `CONCURRENT_REQUEST`. And of a link that has ended: `NOT_FOUND_PAYMENT_SESSION`,
   * `EXPIRED_PAYMENT_SESSION`, `INVALIDATED_PAYMENT_SESSION`.
   *
   * @example
   * const next = await payments.checkout.authenticate(token, {
   *   number: "4000000000110009", expiryMonth: "12", expiryYear: "30", registNo: "900101", passwordFront2: "12",
   * });
   */
  authenticate(
    token: string,
    input: CardEntry,
    options?: BuyerOptions,
  ): Answer<CheckoutRedirect, typeof authenticateCardErrors>;

  /**
   * Opens the gateway's window for one of the link's `methods`, in place of an earlier opening of the same link: the
   * browser's top window goes to `windowUrl`. Where the buyer has authenticated already, it says where the browser goes
   * next, as `authenticate` does. A link can be opened 20 times, and not after it has expired.
   *
   * Refusals: `INVALID_REQUEST` with the field, also for a method that the link does not offer; `FORBIDDEN_REQUEST`
   * where the merchant is suspended or its gateway is not bound; `EXCEED_MAX_AUTH_COUNT` after 20 openings; the
   * gateway's, after which the buyer may choose again: `BELOW_MINIMUM_AMOUNT`, `EXCEED_MAX_AMOUNT`, `PROVIDER_ERROR`,
   * also if it did not answer, `UNAUTHORIZED_PROVIDER_KEY`, `PROVIDER_NOT_AGREED`, `EXCEED_PROVIDER_LIMIT`; `NOT_FOUND_PAYMENT_SESSION`,
   * `EXPIRED_PAYMENT_SESSION`, `INVALIDATED_PAYMENT_SESSION`; `CONCURRENT_REQUEST`.
   *
   * @example
   * const opened = await payments.checkout.openWindow(token, { method: "KAKAOPAY", device: "MOBILE" });
   */
  openWindow(
    token: string,
    input: WindowChoice,
    options?: BuyerOptions,
  ): Answer<OpenedWindow | CheckoutRedirect, typeof openWindowErrors>;

  /**
   * How the page of an opening opens the gateway's window. The token is of that opening alone, from `windowUrl`.
   *
   * Refusals: `NOT_FOUND_PAYMENT_SESSION`; `EXPIRED_PAYMENT_SESSION` where the opening has ended, or a newer one took
   * its place.
   *
   * @example
   * const opening = await payments.checkout.readWindow("pw_1_test_…");
   */
  readWindow(windowToken: string): Answer<WindowToOpen, typeof readWindowErrors>;

  /**
   * Takes a buyer's return from the window, with the parameters of its GET or the fields of its POST, and says where
   * the browser goes next: to `successUrl` if the payment is authenticated; otherwise to the checkout for a browser that
   * knows the link's token, and to `failUrl` for any other. While neither is known, `redirectUrl` is null: ask again,
   * with null for the fields. A second, late or forged return changes nothing.
   *
   * Refusals: `NOT_FOUND_PAYMENT_SESSION`, `CONCURRENT_REQUEST`.
   *
   * @example
   * const next = await payments.checkout.returnFromWindow("pw_1_test_…", { tid: "…", authResultCode: "0000" });
   */
  returnFromWindow(
    windowToken: string,
    fields: ReturnedFields | null,
    options?: ReturnOptions,
  ): Answer<WindowReturn, typeof returnErrors>;

  /**
   * Takes a message of a gateway's provider about a payment. It is a hint: what it names is looked up soon, and no
   * part of it is trusted. Answers the response that the provider expects.
   *
   * Refusals: `NOT_FOUND_PATH` where no gateway of this name takes messages; `FORBIDDEN_REQUEST` for a forged one.
   *
   * @example
   * const reply = await payments.checkout.notified("default", { headers: {}, body: '{"orderId":"…"}' });
   */
  notified(gateway: string, notification: ProviderNotification): Answer<NotificationReply, typeof notifiedErrors>;

  /**
   * The buyer gives up: the browser goes to failUrl with `PAY_PROCESS_CANCELED`. An open link works until it expires. A
   * payment that was authenticated ends together with its link, and confirming it is refused with
   * `EXPIRED_PAYMENT_SESSION`.
   *
   * Refusals: `ALREADY_PROCESSED_PAYMENT` once the merchant has confirmed, whether or not the gateway has answered;
   * `NOT_FOUND_PAYMENT_SESSION`, `EXPIRED_PAYMENT_SESSION`, `INVALIDATED_PAYMENT_SESSION`; `CONCURRENT_REQUEST`.
   *
   * @example
   * const next = await payments.checkout.giveUp(token);
   */
  giveUp(token: string, options?: BuyerOptions): Answer<CheckoutRedirect, typeof giveUpErrors>;
}

export function sessionOperations(context: GatewayContext): SessionOperations {
  return { create: (tenant, input, options) => createSession(context, tenant, { input, options }) };
}

export function checkoutOperations(context: GatewayContext & BinContext): CheckoutOperations {
  return {
    address: context.settings.checkoutUrl,
    windowAddress: context.settings.windowUrl,
    open: (tenant, input, { origin }) => openCheckout(context, tenant, { input, origin }),
    frameOrigins: (token) => checkoutFrameOrigins(context, token),
    read: (token, options) => readCheckout(context, token, options),
    describeCard: (token, input) => describeCard(context, token, input),
    authenticate: (token, input, options) => authenticateCard(context, token, { input, ...options }),
    openWindow: (token, input, options) => openWindow(context, token, { input, ...options }),
    readWindow: (windowToken) => readWindow(context, windowToken),
    returnFromWindow: (windowToken, fields, options) => returnFromWindow(context, windowToken, { fields, ...options }),
    notified: (gateway, notification) => receiveNotification(context, gateway, notification),
    giveUp: (token, options) => giveUpCheckout(context, token, options),
  };
}
