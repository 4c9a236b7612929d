/** Whether a repeat of the request can help: never, later, or only after a look-up. */
export type Retry = "no" | "later" | "look-up-first";

export type Language = "ko" | "en";

/** One error code of the catalog. */
export interface ErrorEntry {
  readonly status: number;
  readonly ko: string;
  readonly en: string;
  readonly retry: Retry;
  /** The caller's next step, in English. */
  readonly action: string;
}

type EntryRow = readonly [status: number, ko: string, en: string, action: string, retry?: Retry];

function entry(...[status, ko, en, action, retry = "no"]: EntryRow): ErrorEntry {
  return { status, ko, en, retry, action };
}

const lookFirst = "Look the payment up by its order id before anything else; never pay again blindly.";
const anotherCard = "Ask the buyer to check the card or to pay with another one, in a new checkout session.";
const contactOperator =
  "Contact the service operator (already alerted). Retrying or using another card won't help until this is fixed.";

/**
 * Every error code of the interface. HTTP statuses, messages and the reference are read from here. The formatter leaves
 * it one code a line, as a table.
 */
// oxfmt-ignore
export const errorCatalog = {
  // Authentication
  UNAUTHORIZED_KEY: entry(401, "등록되지 않은 키예요.", "The API key is unknown or revoked.", "Send the secret key of this mode from your API keys."),
  INVALID_API_KEY: entry(400, "이 요청에 쓸 수 없는 키예요.", "This kind of key cannot make this request.", "Use the secret key on your server and the client key in the browser."),
  INCORRECT_BASIC_AUTH_FORMAT: entry(403, "Authorization 헤더가 Basic base64(<시크릿 키>:) 형식이 아니에요.", "The Authorization header is not Basic base64(<secret key>:).", "Append a colon to the secret key, encode it in Base64 and send it as Basic authentication."),
  FORBIDDEN_REQUEST: entry(403, "허용되지 않은 요청이에요.", "This request is not allowed.", "Check what your contract and the key's mode allow."),
  INVALID_TEST_CODE: entry(400, "Payments-Test-Code가 에러 코드가 아니거나, 테스트 키로 보낸 요청이 아니에요.", "Payments-Test-Code is not an error code, or the key is not a test key.", "Send an error code of the catalog with a test key, or leave the header out."),
  INVALID_IDEMPOTENCY_KEY: entry(400, "멱등키는 쉼표 없이 출력 가능한 ASCII 문자 1~300자여야 해요.", "Idempotency-Key must be 1 to 300 printable ASCII characters without a comma.", "Send a UUID as the key."),
  IDEMPOTENT_REQUEST_PROCESSING: entry(409, "같은 멱등키의 요청을 처리하고 있어요.", "The request with this idempotency key is still running.", "Repeat it with the same key in a few seconds, or look the payment up.", "look-up-first"),
  IDEMPOTENCY_KEY_REUSED: entry(422, "다른 내용의 요청에 이미 쓰인 멱등키예요.", "This idempotency key was used for another request.", "Use a new key for each new request, and the same one only to repeat it."),
  TOO_MANY_REQUESTS: entry(429, "요청이 너무 많아요.", "Too many requests.", "Wait as long as Retry-After says.", "later"),

  // Operators of a merchant
  UNAUTHORIZED_OPERATOR: entry(401, "로그인하지 않았거나 세션이 끝났어요.", "No operator is signed in with this request, or the session is over.", "Sign in with POST /operator/session; for paths below /platform with POST /platform/session."),
  INCORRECT_OPERATOR_CREDENTIALS: entry(401, "가맹점, 이름 또는 비밀번호가 맞지 않아요.", "The merchant, name or password is wrong.", "Check all of them; after many wrong passwords a name is locked for a while."),
  INVALID_CSRF_TOKEN: entry(403, "X-CSRF-Token 헤더가 없거나 이 세션의 토큰이 아니에요.", "X-CSRF-Token is missing, or is not this session's; nothing was done.", "Send the csrfToken that GET /operator/session, or GET /platform/session, answers as the header X-CSRF-Token."),
  CROSS_SITE_REQUEST: entry(403, "다른 사이트에서 보낸 요청이에요.", "The request was sent by a page of another site; nothing was done.", "Send it from a page of the service's own origin, or from your server with the secret key."),
  PASSWORD_REQUIRED: entry(403, "비밀번호를 확인한 지 오래되어 처리하지 않았어요.", "The operator's password was typed too long ago for this; nothing was done.", "Ask for the password, send it with POST /operator/session/password, or /platform/session/password, then send the request again."),
  CASHIER_LIMIT_EXCEEDED: entry(403, "이 운영자가 취소할 수 있는 한도를 넘었어요.", "The cancellation exceeds what a cashier may refund; nothing was done.", "Refund at most what details says, or ask an owner to cancel it."),
  NOT_FOUND_OPERATOR: entry(404, "없는 운영자예요.", "The merchant has no operator of this name.", "Take the name from the list of operators."),
  ALREADY_EXIST_OPERATOR: entry(409, "이미 있는 운영자 이름이에요.", "The merchant has an operator of this name already.", "Choose another name, or change that operator."),
  NOT_FOUND_KEY: entry(404, "없는 API 키예요.", "The merchant has no API key of this id in this mode.", "Take the id from the list of keys."),

  // Requests
  INVALID_REQUEST: entry(400, "요청에 잘못된 값이 있어요.", "The request has fields that cannot be accepted.", "Correct the fields named in details."),
  INVALID_JSON: entry(400, "요청 본문이 올바른 JSON이 아니에요.", "The body is not valid JSON.", "Send one complete JSON value in UTF-8."),
  INVALID_ORDER_ID: entry(400, "orderId는 영문, 숫자, - _로 된 16~50자이고, 이 결제의 orderId여야 해요.", "orderId must be 16 to 50 letters, digits, - or _, and the orderId of this payment.", "Correct orderId."),
  INVALID_CUSTOMER_ID: entry(400, "customerId는 영문, 숫자, - _ = . @로 된 2~50자여야 하고, 짐작하기 어려워야 해요.", "customerId must be 2 to 50 letters, digits or - _ = . @, and not easy to guess.", "Send a random id such as a UUID; never an e-mail address, a phone number or a running number."),
  INVALID_METADATA: entry(400, "metadata는 한 단계 값 5개까지, JSON으로 2,000자까지 쓸 수 있어요.", "metadata must have at most 5 plain entries, and at most 2,000 characters as JSON.", "Send less, or keep it in your own database."),
  INVALID_URL: entry(400, "successUrl과 failUrl은 http나 https로 시작하는 전체 URL이어야 해요.", "successUrl and failUrl must be absolute http or https URLs.", "Send the whole URL, with its scheme and host."),
  INVALID_AMOUNT: entry(400, "금액이 올바르지 않아요.", "An amount is not acceptable here.", "Correct the amount as details says."),
  BELOW_MINIMUM_AMOUNT: entry(400, "최소 결제 금액보다 적어요.", "The amount is below the merchant's minimum.", "Send a larger amount."),
  EXCEED_MAX_AMOUNT: entry(400, "최대 결제 금액을 넘었어요.", "The amount is above the merchant's maximum.", "Send a smaller amount."),
  KYC_NOT_AGREED: entry(403, "본인 확인 정보(kyc)를 쓰는 계약이 없어요.", "kyc is not part of the merchant's contract.", "Leave kyc out, or agree on it with the operator first."),
  DUPLICATED_ORDER_ID: entry(400, "이미 결제된 주문번호예요.", "This order has been paid already.", "Use a new order id for a new order."),
  CONCURRENT_REQUEST: entry(409, "같은 대상에 요청이 몰려 처리하지 못했어요.", "Too many requests changed the same thing at once; this one changed nothing.", "Send it again.", "later"),
  REQUEST_TOO_LARGE: entry(413, "요청 본문이 너무 커요.", "The body is too large.", "Send less."),
  UNSUPPORTED_MEDIA_TYPE: entry(415, "Content-Type이 application/json이 아니에요.", "The Content-Type is not application/json.", "Send JSON, with Content-Type: application/json."),
  STORE_UNAVAILABLE: entry(503, "지금은 요청을 처리할 수 없어요.", "The service cannot reach its database now.", "Wait as long as Retry-After says, then look the payment up before you repeat the request: it may have been carried out.", "look-up-first"),
  NOT_FOUND_PATH: entry(404, "없는 경로예요.", "There is nothing at this path.", "Check the method and path against the reference."),
  METHOD_NOT_ALLOWED: entry(405, "이 경로에서 쓸 수 없는 메서드예요.", "This path does not take this method.", "Use a method that the Allow header names."),

  // Checkout
  NOT_FOUND_PAYMENT_SESSION: entry(404, "결제 세션을 찾을 수 없어요.", "There is no checkout session with this token.", "Open the link exactly as the service returned it."),
  EXPIRED_PAYMENT_SESSION: entry(410, "결제하거나 승인할 수 있는 시간이 지났어요.", "The time to pay or to confirm is over.", "Create a new checkout session for the order."),
  INVALIDATED_PAYMENT_SESSION: entry(410, "새 결제 링크가 발급되어 이 링크는 쓸 수 없어요.", "A newer session of the same order has replaced this one.", "Use the newest session of the order."),
  PAY_PROCESS_CANCELED: entry(400, "결제를 취소했어요.", "The buyer canceled the checkout.", "Offer to pay again; the link works until it expires."),
  PAY_PROCESS_ABORTED: entry(400, "결제를 끝내지 못했어요.", "The checkout failed.", "Offer to pay again, or ask the operator about the contract."),

  // Settlements
  NOT_FOUND_MERCHANT: entry(404, "가맹점을 찾을 수 없어요.", "There is no such merchant for this key.", "Use the merchant id that the key belongs to."),
  NOT_FOUND_SETTLEMENT: entry(404, "정산 내역이 없거나, 승인된 결제가 없는 주문이에요.", "There is no such settlement, or no approved payment of this order.", "Check the settlement id or order id, and that the key belongs to the same merchant and mode."),

  // Sellers and payouts
  NOT_FOUND_SELLER: entry(404, "판매자를 찾을 수 없어요.", "There is no such seller of this merchant, or it was deleted.", "Check the seller id, and that the key belongs to the same merchant and mode."),
  NOT_FOUND_PAYOUT: entry(404, "지급 내역을 찾을 수 없어요.", "There is no such payout of this merchant.", "Check the payout id, and that the key belongs to the same merchant and mode."),
  NOT_FOUND_TRANSFER_ACCOUNT: entry(404, "정산 계좌가 등록되지 않았어요.", "The merchant has no account of its own for the daily transfer.", "Set the account first."),
  ALREADY_EXIST_SELLER: entry(409, "이미 쓰고 있는 refSellerId예요.", "A seller with this refSellerId is registered already.", "Use the registered seller, or delete it first."),
  ACCOUNT_OWNER_CHECK_FAILED: entry(400, "예금주가 일치하지 않아요.", "According to the bank, the account does not belong to the holder.", "Correct the account number or the holder's name."),
  SELLER_NOT_REGISTERED: entry(400, "지급 은행에 등록되지 않은 판매자예요.", "The payout bank does not know this seller yet.", "Wait until the seller has an externalSellerId, or correct the data that the bank refused.", "later"),
  PAYOUT_NOT_ENABLED: entry(403, "지급 기능을 쓰는 계약이 없어요.", "Payouts are not part of the merchant's contract.", "Agree on payouts with the operator first."),
  DUPLICATE_REF_PAYOUT_ID: entry(409, "이미 쓰인 refPayoutId가 있어요.", "A refPayoutId was used before, for another payout or in another batch.", "Repeat a request unchanged to see its batch; use a new refPayoutId for each new payout."),
  PAYOUT_PROVIDER_SLOT_CONFLICT: entry(409, "이 판매자에게 같은 지급일의 지급이 이미 있어요.", "The seller has a payout on this payout date already; the bank takes one a day.", "Request it after the payout date has passed, or take the seller out of the batch."),
  NOT_ENOUGH_AMOUNT: entry(400, "지급할 수 있는 금액이 부족해요.", "The payouts come to more than the available amount.", "Read the balance, and pay out at most availableAmount."),
  CALENDAR_ENDED: entry(500, "영업일 달력이 지급일 전에 끝나요.", "The calendar of bank holidays ends before the payout date.", "Ask the operator to install a newer version of the service."),
  PAYOUT_DATE_PASSED: entry(400, "은행 마감 전에 지급을 요청하지 못했어요.", "The payout could not be sent before the bank's cut-off; the money is available again.", "Request it again, with a new refPayoutId."),
  PAYOUT_REJECTED: entry(400, "은행에서 지급을 거절했어요.", "The bank refused the payout, or could not make it; the money is available again.", "Ask the operator, then request it again on another day."),
  PAYOUT_ACCOUNT_UNUSABLE: entry(400, "입금할 수 없는 계좌예요.", "The account cannot receive money; the reserved amount is available again.", "Register the seller again with another account."),
  PAYOUT_RESULT_UNKNOWN: entry(500, "지급 결과를 아직 알 수 없어요.", "The bank has not reported the result of the payout yet.", "Wait: the service looks the payout up, and never sends it twice.", "look-up-first"),
  PAYOUT_RESULT_MISMATCH: entry(500, "은행의 응답이 지급 요청과 달라요.", "The bank's record differs from the payout that was requested.", "The operator must compare it with the bank's statement.", "look-up-first"),
  PAYOUT_RETURNED: entry(400, "지급한 금액이 되돌아왔어요.", "The money was paid out and came back; it is available again.", "Check the account, then request it again with a new refPayoutId."),
  PAYOUT_STATEMENT_NOT_READ: entry(409, "지급일의 은행 거래 내역을 아직 확인하지 못했어요.", "The bank's statement of the payout date has not been read yet.", "Report the payout as not paid once the statement has been read, on the day after the payout date.", "later"),

  // Webhooks, for the service's operator
  NOT_FOUND_WEBHOOK: entry(404, "웹훅 주소가 등록되지 않았어요.", "The merchant has no webhook endpoint.", "Set the endpoint first."),
  NOT_FOUND_WEBHOOK_DELIVERY: entry(404, "없는 웹훅 전송이에요.", "There is no such webhook delivery of this merchant.", "Take the webhook-id from the list of deliveries."),

  // Confirm
  NOT_FOUND_PAYMENT: entry(404, "결제를 찾을 수 없어요.", "There is no such payment for this merchant.", "Check the intentKey or orderId, and that the key belongs to the same merchant and mode."),
  ALREADY_PROCESSED_PAYMENT: entry(400, "이미 처리되었거나 처리하고 있는 결제예요.", "This payment has been processed or is being processed.", lookFirst, "look-up-first"),
  UNAPPROVED_ORDER_ID: entry(400, "구매자가 아직 카드 인증을 마치지 않은 주문이에요.", "The buyer has not authenticated this payment yet.", "Confirm after the redirect to successUrl."),
  NOT_AVAILABLE_PAYMENT: entry(400, "승인할 수 있는 상태의 결제가 아니에요.", "The payment cannot be approved in its status.", "Create a new checkout session for the order."),
  INVALID_CARD_NUMBER: entry(400, "카드 번호가 올바르지 않아요.", "The card number is not valid.", anotherCard),
  INVALID_CARD_EXPIRATION: entry(400, "카드 유효기간이 올바르지 않아요.", "The card's expiry date is not valid.", anotherCard),
  INVALID_STOPPED_CARD: entry(400, "사용이 정지된 카드예요.", "The card is stopped.", anotherCard),
  INVALID_CARD_LOST_OR_STOLEN: entry(400, "분실이나 도난으로 신고된 카드예요.", "The card is reported lost or stolen.", anotherCard),
  INVALID_REJECT_CARD: entry(400, "사용할 수 없는 카드예요.", "The card cannot be used here.", anotherCard),
  EXCEED_MAX_DAILY_PAYMENT_COUNT: entry(400, "카드의 하루 결제 횟수를 넘었어요.", "The card's daily number of payments is used up.", anotherCard),
  EXCEED_MAX_PAYMENT_AMOUNT: entry(400, "카드로 결제할 수 있는 금액을 넘었어요.", "The amount is above the card's limit.", anotherCard),
  EXCEED_MAX_CARD_INSTALLMENT_PLAN: entry(400, "할부 개월 수가 너무 많아요.", "There are too many installment months.", "Choose fewer months."),
  INVALID_CARD_INSTALLMENT_PLAN: entry(400, "할부 개월 수가 올바르지 않아요.", "The installment months are not valid.", "Choose a lump sum, or other months; below 50,000 won only a lump sum."),
  NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT: entry(400, "할부를 쓸 수 없는 카드 또는 가맹점이에요. 일시불은 정상 승인돼요.", "This card or merchant does not support installments. A lump sum works.", "Choose a lump sum: it is approved as usual."),
  PROVIDER_ERROR: entry(400, "결제 기관에 오류가 있어 처리하지 못했어요.", "The gateway could not process the request.", lookFirst, "look-up-first"),
  UNAUTHORIZED_PROVIDER_KEY: entry(403, "결제 기관이 서비스의 인증 정보를 받아들이지 않아 처리하지 못했어요.", "The gateway or the bank does not accept the service's credentials; nothing was done.", contactOperator),
  PROVIDER_NOT_AGREED: entry(403, "결제 기관과 맺은 계약에 없는 거래라 처리하지 못했어요.", "The contract with the gateway or the bank does not allow this; nothing was done.", contactOperator),
  EXCEED_PROVIDER_LIMIT: entry(403, "결제 기관이 가맹점이나 서비스에 정한 한도를 넘어 처리하지 못했어요.", "A limit of the merchant's or the service's account at the gateway or the bank is exceeded; nothing was done.", contactOperator),
  CARD_PROCESSING_ERROR: entry(400, "카드사에서 오류가 발생했어요.", "The card company reported an error.", anotherCard),
  REJECT_CARD_PAYMENT: entry(403, "카드 한도를 넘었거나 잔액이 부족해 결제하지 못했어요.", "The card's limit or balance does not suffice.", anotherCard),
  REJECT_CARD_COMPANY: entry(403, "카드사에서 결제를 거절했어요.", "The card company rejected the payment.", anotherCard),
  EXCEED_MAX_AUTH_COUNT: entry(403, "카드 인증에 너무 여러 번 실패했어요.", "Too many failed authentications of this card.", anotherCard),
  EXCEED_MAX_ONE_DAY_AMOUNT: entry(403, "카드의 하루 한도를 넘었어요.", "The card's daily limit is exceeded.", anotherCard),
  FDS_ERROR: entry(403, "위험한 거래로 보여 결제가 제한됐어요.", "The payment was stopped as a risk.", anotherCard),
  UNKNOWN_PAYMENT_ERROR: entry(500, "결제 결과를 아직 알 수 없어요.", "The outcome of the approval is not known yet.", lookFirst, "look-up-first"),
  FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING: entry(500, "결제를 처리하는 중에 오류가 발생했어요.", "An internal error happened while the payment was processed.", lookFirst, "look-up-first"),
  FAILED_INTERNAL_SYSTEM_PROCESSING: entry(500, "시스템에 오류가 발생했어요.", "An internal error happened.", "Look the payment up before you repeat the request; quote the traceId when you ask for help.", "look-up-first"),

  // Attempts, for the service's operator
  NOT_FOUND_ATTEMPT: entry(404, "외부 호출 기록을 찾을 수 없어요.", "There is no such attempt of this merchant.", "Take the key from the list of flagged attempts."),
  ALREADY_CONCLUDED_ATTEMPT: entry(409, "결과가 이미 확정된 호출이에요.", "The outcome of this attempt is known already.", "Look the payment or payout up; if your evidence contradicts it, reconcile that day."),

  // Card look-ups
  NOT_FOUND_BIN: entry(404, "카드 BIN 정보가 없어요.", "There is no record of cards that begin with these digits.", "Take the payment as usual; only the card company's name is missing."),
  INSTALLMENTS_NOT_READY: entry(500, "할부 정보가 아직 준비되지 않았어요.", "The gateway's installment information is not ready yet.", "Offer a lump sum, and ask again in a minute.", "later"),

  // Cancel
  ALREADY_CANCELED_PAYMENT: entry(400, "이미 취소된 결제예요.", "The payment has been canceled already.", "Nothing is left to do."),
  NOT_MATCHES_REFUNDABLE_AMOUNT: entry(400, "돌려줄 수 있는 금액보다 커요.", "The amount exceeds what can still be refunded.", "Look the payment up and correct the amount."),
  REFUND_REJECTED: entry(400, "PG사에서 취소를 거절했어요.", "The gateway rejected the cancellation.", "Ask the card company or the operator."),
  NOT_CANCELABLE_AMOUNT: entry(403, "승인 전 결제는 전액만 취소할 수 있어요.", "A payment that is not approved yet can only be canceled in full.", "Leave cancelAmount out."),
  NOT_CANCELABLE_PAYMENT: entry(403, "취소할 수 없는 결제예요.", "The payment cannot be canceled in its status.", "Look the payment up; nothing was charged if it is ABORTED or EXPIRED."),
  NOT_ALLOWED_PARTIAL_REFUND: entry(403, "결제 수단이 둘 이상인 결제는 일부만 취소할 수 없어요.", "A payment with more than one method cannot be canceled in part.", "Cancel it in full."),
  FORBIDDEN_CONSECUTIVE_REQUEST: entry(403, "이 결제나 주문에 대한 다른 요청을 처리하고 있어요.", "Another request for this payment or order is in progress.", "Look the payment up in a few seconds, then decide.", "look-up-first"),
  FAILED_REFUND_PROCESS: entry(500, "전액을 취소하지 못했거나 취소 결과를 아직 알 수 없어요.", "The payment was not canceled in full, or the outcome is not known yet.", "Look the payment up: `cancel` has the refunded amount, and says whether more is pending.", "look-up-first"),
  FAILED_PARTIAL_REFUND: entry(500, "부분 취소 결과를 아직 알 수 없어요.", "The outcome of the partial cancellation is not known yet.", "Look the payment up; the cancellation is being completed.", "look-up-first"),

  // Billing
  NOT_FOUND_BILLING: entry(404, "없거나 삭제된 빌링키예요.", "There is no billing key of this name, or it was deleted.", "Have the card registered again."),
  INVALID_BILL_KEY_REQUEST: entry(400, "빌링키를 발급할 수 없는 카드 정보예요.", "The card data cannot be accepted.", "Correct the fields named in details."),
  INVALID_BIRTH_DAY_FORMAT: entry(400, "registNo는 생년월일 6자리(YYMMDD)나 사업자등록번호 10자리 또는 11자리여야 해요.", "registNo must be a birth date, YYMMDD, or 10 or 11 digits of a business.", "Correct registNo."),
  INVALID_CARD_PASSWORD: entry(400, "카드 비밀번호가 일치하지 않아요.", "The first two digits of the card's password are wrong.", "Ask for the password digits again."),
  INVALID_CARD_IDENTITY: entry(400, "카드 명의자 정보가 일치하지 않아요.", "The card does not belong to this holder.", "Ask for the holder's name, birth date and phone number again."),
  NOT_SUPPORTED_CARD_TYPE: entry(400, "정기결제에 쓸 수 없는 카드예요.", "A card of this kind cannot be stored.", "Ask for another card."),
  ALREADY_STORED_CARD: entry(400, "PG사에 이미 등록되어 있는 카드예요.", "The gateway has this card stored already, for another payment or billing key, and stores it only once.", "Ask for another card, or try again when the other payment has ended."),
  NOT_MATCHES_CUSTOMER_KEY: entry(400, "다른 고객에게 발급한 빌링키예요.", "The billing key was issued for another customerId.", "Send the customerId that the key was issued for."),
  NOT_MATCHES_TOTAL_AMOUNT: entry(400, "결제 수단별 금액의 합이 총 금액과 달라요.", "totalAmount is not the sum of the instruments' amounts.", "Correct the amounts."),
  TAX_FREE_NOT_AGREED: entry(403, "면세 금액을 쓰는 계약이 없어요.", "taxFreeAmount is not part of the merchant's contract.", "Leave taxFreeAmount out, or agree on it with the operator first."),
  FAILED_BILL_KEY_AUTH_CREATION: entry(500, "PG사의 응답을 받지 못해 빌링키를 발급하지 않았어요.", "The gateway did not answer; no billing key was issued.", "Send it again, under another idempotency key.", "later"),
  FAILED_BILLING_AUTO_CANCEL: entry(500, "일부 결제 수단의 승인을 취소하고 있어요.", "Not all instruments were approved, and the others are still being reversed.", "Look the payment up: it ends ABORTED; then the order may be charged again.", "look-up-first"),
} as const satisfies Record<string, ErrorEntry>;

/** Every error code that an operation may answer with. */
export type ErrorCode = keyof typeof errorCatalog;

export const errorCodes = Object.keys(errorCatalog).filter(isErrorCode);

/**
 * Whether a string is an error code of the catalog.
 *
 * @example
 * isErrorCode("INVALID_AMOUNT"); // true
 */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalog, text);
}
