export type Language = "ko" | "en";

/** The SDK's own codes, with hints for developers. */
// oxfmt-ignore
const hints = {
  SECRET_KEY_IN_BROWSER: "That is a secret key: revoke it, and use the client key.",
  INVALID_CLIENT_KEY: "Use the client key alone, test_ck_… or live_ck_…: no colon, quotes or spaces",
  INVALID_BASE_URL: "Give the service's address: createSDK(key, { baseUrl })",
  NOT_IN_BROWSER: "Call this in the browser",
  CHECKOUT_ALREADY_OPEN: "Close the checkout that is open",
  CHECKOUT_IN_FRAME: "Call this in the top page, not in a frame",
  MISSING_FIELD: "Fill in what is missing",
  UNKNOWN_FIELD: "Remove or rename it: there is no such field",
  INVALID_REQUEST: "orderName: at most 100 characters; method: CARD, TRANSFER, KAKAOPAY, NAVERPAY, TOSSPAY, SAMSUNGPAY or PAYCO",
  INVALID_AMOUNT: "Use a whole number of won, at least 1",
  INVALID_ORDER_ID: "Use 16 to 50 letters, digits, - or _",
  INVALID_CUSTOMER_ID: "Use 2 to 50 letters, digits or -_=.@",
  INVALID_URL: "Use an http or https address",
  NETWORK_ERROR: "No connection: check it, and connect-src of your CSP",
  UNEXPECTED_RESPONSE: "No answer of the payment service: check baseUrl",
  PAY_PROCESS_CANCELED: "The buyer closed the checkout",
} as const satisfies Record<string, string>;

/** The service's codes that may occur as well; the last one is thrown by the loader. */
// oxfmt-ignore
const serviceCodes = [
  "UNAUTHORIZED_KEY", "INVALID_API_KEY", "INCORRECT_BASIC_AUTH_FORMAT", "FORBIDDEN_REQUEST", "TOO_MANY_REQUESTS",
  "BELOW_MINIMUM_AMOUNT", "EXCEED_MAX_AMOUNT", "DUPLICATED_ORDER_ID", "CONCURRENT_REQUEST", "REQUEST_TOO_LARGE", "STORE_UNAVAILABLE", "FAILED_INTERNAL_SYSTEM_PROCESSING", "PAY_PROCESS_ABORTED", "REJECT_CARD_COMPANY", "SCRIPT_NOT_LOADED",
] as const;

export type OwnCode = keyof typeof hints;

export type ErrorCode = OwnCode | (typeof serviceCodes)[number];

export const errorCodes: readonly ErrorCode[] = [...(Object.keys(hints) as OwnCode[]), ...serviceCodes];

/** The developer's hint of one of the SDK's own codes. */
export function hintOf(code: OwnCode): string {
  return hints[code];
}

type Text = readonly [ko: string, en: string];

/** The buyer's text, for codes that the buyer can do something about. */
const texts: Readonly<Partial<Record<ErrorCode, Text>>> = {
  CHECKOUT_ALREADY_OPEN: ["결제창이 이미 열려 있어요.", "The checkout is open already."],
  PAY_PROCESS_CANCELED: ["결제를 취소했어요.", "You canceled the payment."],
  DUPLICATED_ORDER_ID: ["이미 결제한 주문이에요.", "This order has been paid already."],
};
const later: Text = ["잠시 후 다시 시도해 주세요.", "Please try again in a moment."];
const never: Text = ["결제할 수 없어요. 상점에 문의해 주세요.", "You can't pay here. Please ask the shop."];

/** The buyer's text; the same for all codes that only the shop's developers can correct. */
export function textOf(code: ErrorCode, language: Language, retryable = false): string {
  return (texts[code] ?? (retryable ? later : never))[language === "ko" ? 0 : 1];
}

/** English if the browser prefers it, else Korean, as the service does it. */
export function languageOfBrowser(): Language {
  return /^en/i.test(globalThis.navigator?.language) ? "en" : "ko";
}
