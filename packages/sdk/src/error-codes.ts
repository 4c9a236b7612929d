/** The languages that messages are written in. */
export type Language = "ko" | "en";

/** What the SDK itself finds wrong: the text in Korean and in English. */
// oxfmt-ignore
const texts = {
  SECRET_KEY_IN_BROWSER: ["시크릿 키는 서버용입니다. 이 키를 폐기하고 클라이언트 키를 쓰세요.", "Secret keys are for servers. Revoke this one and use the client key."],
  INVALID_CLIENT_KEY: ["test_ck_ 또는 live_ck_로 시작하는 클라이언트 키를 쓰세요.", "Use the client key, which starts with test_ck_ or live_ck_."],
  INVALID_BASE_URL: ["createSDK(key, { baseUrl })에 서비스 주소를 쓰세요.", "Give the service's address: createSDK(key, { baseUrl })."],
  NOT_IN_BROWSER: ["서버에서는 쓸 수 없습니다. 브라우저에서 호출하세요.", "Not on a server: call this in the browser."],
  CHECKOUT_ALREADY_OPEN: ["결제창이 이미 열려 있습니다. 먼저 닫으세요.", "A checkout is open already: close it first."],
  CHECKOUT_IN_FRAME: ["프레임 안에서는 결제할 수 없습니다. 최상위 페이지에서 호출하세요.", "Not inside a frame: call this in the top page."],
  MISSING_FIELD: ["필수 값을 쓰세요", "Fill in what is missing"],
  INVALID_REQUEST: ["100자 이하로 쓰세요", "Use at most 100 characters"],
  INVALID_AMOUNT: ["1원 이상의 정수를 쓰세요", "Use a whole number of won, at least 1"],
  INVALID_ORDER_ID: ["영문자, 숫자, -, _ 16~50자를 쓰세요", "Use 16 to 50 letters, digits, - or _"],
  INVALID_CUSTOMER_ID: ["영문자, 숫자, -_=.@ 2~50자를 쓰세요", "Use 2 to 50 letters, digits or -_=.@"],
  INVALID_URL: ["http 또는 https 주소를 쓰세요", "Use an http or https address"],
  NETWORK_ERROR: ["결제 서비스에 연결하지 못했습니다. 연결(CSP connect-src)을 확인하고 다시 시도하세요.", "No connection to the payment service. Check it (and CSP connect-src), then try again."],
  UNEXPECTED_RESPONSE: ["결제 서비스의 응답이 올바르지 않습니다. baseUrl을 확인하고 다시 시도하세요.", "The payment service sent an unexpected answer. Check baseUrl, then try again."],
  PAY_PROCESS_CANCELED: ["결제를 취소했습니다. 다시 시도하세요.", "The checkout was canceled. Try again."],
} as const satisfies Record<string, readonly [ko: string, en: string]>;

/** The service's codes that may come besides, with its own text; the last one is the loader's. */
// oxfmt-ignore
const serviceCodes = [
  "UNAUTHORIZED_KEY", "INVALID_API_KEY", "INCORRECT_BASIC_AUTH_FORMAT", "FORBIDDEN_REQUEST", "TOO_MANY_REQUESTS",
  "BELOW_MINIMUM_AMOUNT", "EXCEED_MAX_AMOUNT", "DUPLICATED_ORDER_ID", "FORBIDDEN_CONSECUTIVE_REQUEST",
  "CONCURRENT_REQUEST", "REQUEST_TOO_LARGE", "STORE_UNAVAILABLE", "FAILED_INTERNAL_SYSTEM_PROCESSING", "PAY_PROCESS_ABORTED", "REJECT_CARD_COMPANY", "SCRIPT_NOT_LOADED",
] as const;

export type OwnCode = keyof typeof texts;

/** Every code that a `PaymentsError` or failUrl may carry. */
export type ErrorCode = OwnCode | (typeof serviceCodes)[number];

/** All of them as a list. */
export const errorCodes: readonly ErrorCode[] = [...(Object.keys(texts) as OwnCode[]), ...serviceCodes];

/** The SDK's text of one of its own codes. */
export function textOf(code: OwnCode, language: Language): string {
  return texts[code][language === "ko" ? 0 : 1];
}

/** English where the browser prefers it, Korean otherwise, as the service does it. */
export function languageOfBrowser(): Language {
  return /^en/i.test(globalThis.navigator?.language) ? "en" : "ko";
}
