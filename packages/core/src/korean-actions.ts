import type { ErrorCode } from "./error-messages.ts";

const lookFirst = "먼저 주문번호로 결제를 조회해 주세요. 결과를 모르는 채로 다시 결제하면 안 돼요.";
const anotherCard = "구매자에게 카드 정보를 확인하거나 다른 카드를 쓰도록 안내하고, 결제 세션을 새로 만들어 주세요.";
const contactOperator =
  "서비스 운영자에게 알려 주세요. 운영자가 해결하기 전에는 카드를 바꾸거나 다시 시도해도 처리되지 않아요.";

/**
 * The caller's next step after each error, in Korean: the catalog's `action` for readers of Korean. It follows the
 * catalog's Korean text in every answer, so that text contains no advice.
 *
 * @example
 * koreanActions.DUPLICATED_ORDER_ID; // "새 주문에는 새 주문번호를 써 주세요."
 */
// oxfmt-ignore
export const koreanActions: Readonly<Record<ErrorCode, string>> = {
  UNAUTHORIZED_KEY: "쓰려는 모드(test·live)의 시크릿 키가 맞는지, 폐기한 키는 아닌지 확인해 주세요.",
  INVALID_API_KEY: "서버에서는 시크릿 키(sk), 브라우저에서는 클라이언트 키(ck)를 써 주세요.",
  INCORRECT_BASIC_AUTH_FORMAT: "시크릿 키 뒤에 콜론(:)을 붙여 Base64로 인코딩한 값을 Basic 인증 헤더에 넣어 주세요.",
  FORBIDDEN_REQUEST: "계약에 포함된 기능인지, 키의 모드에서 할 수 있는 요청인지 확인해 주세요.",
  INVALID_TEST_CODE: "테스트 키로 에러 목록에 있는 코드를 보내거나 헤더를 빼 주세요.",
  INVALID_IDEMPOTENCY_KEY: "UUID를 멱등키로 써 주세요.",
  IDEMPOTENT_REQUEST_PROCESSING: "몇 초 뒤에 같은 멱등키로 다시 보내거나 결제를 조회해 주세요.",
  IDEMPOTENCY_KEY_REUSED: "새 요청에는 새 멱등키를 쓰고, 같은 요청을 다시 보낼 때만 같은 키를 써 주세요.",
  TOO_MANY_REQUESTS: "Retry-After 헤더에 적힌 시간만큼 기다린 다음 보내 주세요.",

  UNAUTHORIZED_OPERATOR: "POST /operator/session으로 다시 로그인해 주세요. /platform 아래 경로는 POST /platform/session으로 로그인해요.",
  INCORRECT_OPERATOR_CREDENTIALS: "가맹점 번호, 이름, 비밀번호를 모두 확인해 주세요. 여러 번 틀리면 그 이름은 잠시 잠겨요.",
  INVALID_CSRF_TOKEN: "GET /operator/session이나 GET /platform/session이 답한 csrfToken을 X-CSRF-Token 헤더로 보내 주세요. 처리된 것은 없어요.",
  CROSS_SITE_REQUEST: "서비스와 출처(origin)가 같은 페이지에서 보내거나, 서버에서 시크릿 키로 보내 주세요.",
  PASSWORD_REQUIRED: "비밀번호를 다시 입력받아 POST /operator/session/password(플랫폼은 /platform/session/password)로 보낸 다음, 같은 요청을 다시 보내 주세요.",
  CASHIER_LIMIT_EXCEEDED: "details에 적힌 금액까지만 취소하거나, owner 권한이 있는 운영자에게 취소를 부탁해 주세요.",
  NOT_FOUND_OPERATOR: "운영자 목록에 있는 이름인지 확인해 주세요.",

  ALREADY_EXIST_OPERATOR: "다른 이름을 쓰거나, 이미 있는 운영자를 변경해 주세요.",
  NOT_FOUND_KEY: "키 목록에서 id를 확인해 주세요.",
  INVALID_REQUEST: "details에 적힌 항목을 고쳐서 다시 보내 주세요.",
  INVALID_JSON: "본문에 UTF-8로 된 온전한 JSON 하나만 보내 주세요.",
  INVALID_ORDER_ID: "주문번호를 고쳐 주세요.",
  INVALID_CUSTOMER_ID: "UUID처럼 짐작할 수 없는 값을 써 주세요. 이메일, 전화번호, 순번은 안 돼요.",
  INVALID_METADATA: "더 적게 보내고 나머지는 직접 보관해 주세요.",
  INVALID_URL: "스킴과 호스트까지 모두 보내 주세요.",
  INVALID_AMOUNT: "details에 적힌 대로 금액을 고쳐 주세요.",
  BELOW_MINIMUM_AMOUNT: "가맹점의 최소 결제 금액 이상으로 보내 주세요.",
  EXCEED_MAX_AMOUNT: "가맹점의 최대 결제 금액 이하로 보내 주세요.",
  KYC_NOT_AGREED: "kyc를 빼거나, 먼저 서비스 운영자와 계약에 추가해 주세요.",
  DUPLICATED_ORDER_ID: "새 주문에는 새 주문번호를 써 주세요.",
  CONCURRENT_REQUEST: "바뀐 것이 없으니 그대로 다시 보내 주세요.",
  REQUEST_TOO_LARGE: "본문의 크기를 줄여 주세요.",
  UNSUPPORTED_MEDIA_TYPE: "Content-Type: application/json으로 JSON을 보내 주세요.",
  STORE_UNAVAILABLE: "이미 처리되었을 수 있어요. Retry-After만큼 기다린 뒤 먼저 조회해 주세요.",
  NOT_FOUND_PATH: "메서드와 경로를 API 문서와 비교해 주세요.",
  METHOD_NOT_ALLOWED: "Allow 헤더에 적힌 메서드를 써 주세요.",

  NOT_FOUND_PAYMENT_SESSION: "서비스가 답한 결제 링크를 잘리지 않게 그대로 열어 주세요.",
  EXPIRED_PAYMENT_SESSION: "주문의 결제 세션을 새로 만들어 주세요.",
  INVALIDATED_PAYMENT_SESSION: "그 주문에서 가장 나중에 만든 세션을 써 주세요.",
  PAY_PROCESS_CANCELED: "구매자가 다시 결제할 수 있게 안내해 주세요. 링크는 만료될 때까지 쓸 수 있어요.",
  PAY_PROCESS_ABORTED: "다시 결제하도록 안내하고, 계속되면 서비스 운영자에게 계약을 확인해 주세요.",

  NOT_FOUND_MERCHANT: "키가 속한 가맹점 번호를 써 주세요.",
  NOT_FOUND_SETTLEMENT: "정산 ID나 주문번호가 맞는지, 같은 가맹점과 모드의 키인지 확인해 주세요.",

  NOT_FOUND_SELLER: "판매자 ID가 맞는지, 같은 가맹점과 모드의 키인지 확인해 주세요.",
  NOT_FOUND_PAYOUT: "지급 ID가 맞는지, 같은 가맹점과 모드의 키인지 확인해 주세요.",
  NOT_FOUND_TRANSFER_ACCOUNT: "먼저 정산 계좌를 등록해 주세요.",
  ALREADY_EXIST_SELLER: "등록된 판매자를 그대로 쓰거나, 먼저 삭제해 주세요.",
  ACCOUNT_OWNER_CHECK_FAILED: "계좌번호와 예금주 이름을 확인해 주세요.",
  SELLER_NOT_REGISTERED: "externalSellerId가 생길 때까지 기다리거나, 은행이 거절한 항목을 고쳐 주세요.",
  PAYOUT_NOT_ENABLED: "먼저 서비스 운영자와 지급 기능을 계약에 추가해 주세요.",
  DUPLICATE_REF_PAYOUT_ID: "같은 묶음을 다시 보려면 요청을 바꾸지 말고 보내고, 새 지급에는 새 refPayoutId를 써 주세요.",
  PAYOUT_PROVIDER_SLOT_CONFLICT: "은행은 판매자마다 하루에 한 번만 받아요. 그 지급일이 지난 다음 요청하거나 판매자를 빼 주세요.",
  NOT_ENOUGH_AMOUNT: "잔액을 조회해 availableAmount 이하로 지급해 주세요.",
  CALENDAR_ENDED: "서비스 운영자에게 새 버전을 설치해 달라고 요청해 주세요.",
  PAYOUT_DATE_PASSED: "지급하려던 금액은 다시 쓸 수 있어요. 새 refPayoutId로 다시 요청해 주세요.",
  PAYOUT_REJECTED: "지급하려던 금액은 다시 쓸 수 있어요. 서비스 운영자에게 이유를 확인하고 다른 날 다시 요청해 주세요.",
  PAYOUT_ACCOUNT_UNUSABLE: "지급하려던 금액은 다시 쓸 수 있어요. 다른 계좌로 판매자를 다시 등록해 주세요.",
  PAYOUT_RESULT_UNKNOWN: "기다려 주세요. 서비스가 스스로 확인하고, 두 번 보내지 않아요.",
  PAYOUT_RESULT_MISMATCH: "서비스 운영자가 은행 거래 내역과 비교해야 해요.",
  PAYOUT_RETURNED: "계좌를 확인하고 새 refPayoutId로 다시 요청해 주세요.",
  PAYOUT_STATEMENT_NOT_READ: "미지급 처리는 지급일 다음 날 거래 내역을 읽은 뒤에 해 주세요.",

  NOT_FOUND_WEBHOOK: "먼저 웹훅 주소를 등록해 주세요.",
  NOT_FOUND_WEBHOOK_DELIVERY: "전송 목록에 있는 webhook-id인지 확인해 주세요.",

  NOT_FOUND_PAYMENT: "intentKey나 주문번호가 맞는지, 같은 가맹점과 모드의 키인지 확인해 주세요.",
  ALREADY_PROCESSED_PAYMENT: lookFirst,
  UNAPPROVED_ORDER_ID: "구매자가 successUrl로 돌아온 다음에 승인해 주세요.",
  NOT_AVAILABLE_PAYMENT: "주문의 결제 세션을 새로 만들어 주세요.",
  INVALID_CARD_NUMBER: anotherCard,
  INVALID_CARD_EXPIRATION: anotherCard,
  INVALID_STOPPED_CARD: anotherCard,
  INVALID_CARD_LOST_OR_STOLEN: anotherCard,
  INVALID_REJECT_CARD: anotherCard,
  EXCEED_MAX_DAILY_PAYMENT_COUNT: anotherCard,
  EXCEED_MAX_PAYMENT_AMOUNT: anotherCard,
  EXCEED_MAX_CARD_INSTALLMENT_PLAN: "할부 개월 수를 줄여 주세요.",
  INVALID_CARD_INSTALLMENT_PLAN: "일시불이나 다른 개월 수를 선택하게 해 주세요. 5만원 미만은 일시불만 돼요.",
  NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT: "일시불을 선택하게 해 주세요.",
  PROVIDER_ERROR: lookFirst,
  UNAUTHORIZED_PROVIDER_KEY: contactOperator,
  PROVIDER_NOT_AGREED: contactOperator,
  EXCEED_PROVIDER_LIMIT: contactOperator,
  CARD_PROCESSING_ERROR: anotherCard,
  REJECT_CARD_PAYMENT: anotherCard,
  REJECT_CARD_COMPANY: anotherCard,
  EXCEED_MAX_AUTH_COUNT: anotherCard,
  EXCEED_MAX_ONE_DAY_AMOUNT: anotherCard,
  FDS_ERROR: anotherCard,
  UNKNOWN_PAYMENT_ERROR: lookFirst,
  FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING: lookFirst,
  FAILED_INTERNAL_SYSTEM_PROCESSING: "보낸 요청이 처리되었는지 먼저 조회해 주세요. 문의할 때는 traceId를 알려 주세요.",

  NOT_FOUND_ATTEMPT: "확인이 필요한 호출 목록에 있는 키인지 확인해 주세요.",
  ALREADY_CONCLUDED_ATTEMPT: "결제나 지급을 조회해 주세요. 확인한 내용이 그 결과와 다르면 그날을 대사해 주세요.",

  NOT_FOUND_BIN: "카드사 이름만 알 수 없을 뿐이니 결제는 그대로 진행해 주세요.",
  INSTALLMENTS_NOT_READY: "일시불만 보여 주고 1분쯤 뒤에 다시 조회해 주세요.",

  ALREADY_CANCELED_PAYMENT: "더 할 일은 없어요.",
  NOT_MATCHES_REFUNDABLE_AMOUNT: "결제를 조회하고 금액을 고쳐 주세요.",
  REFUND_REJECTED: "카드사나 서비스 운영자에게 문의해 주세요.",
  NOT_CANCELABLE_AMOUNT: "cancelAmount를 빼고 전액을 취소해 주세요.",
  NOT_CANCELABLE_PAYMENT: "결제를 조회해 주세요. ABORTED나 EXPIRED라면 결제된 금액은 없어요.",
  NOT_ALLOWED_PARTIAL_REFUND: "전액을 취소해 주세요.",
  FORBIDDEN_CONSECUTIVE_REQUEST: "몇 초 뒤에 결제를 조회하고 나서 결정해 주세요.",
  FAILED_REFUND_PROCESS: "결제를 조회해 주세요. 얼마가 취소되었고 더 취소될 금액이 있는지 `cancel`에 나와요.",
  FAILED_PARTIAL_REFUND: "결제를 조회해 주세요. 부분 취소는 서비스가 마저 처리하고 있어요.",

  NOT_FOUND_BILLING: "카드를 다시 등록하게 해 주세요.",
  INVALID_BILL_KEY_REQUEST: "details에 적힌 항목을 고쳐서 다시 보내 주세요.",
  INVALID_BIRTH_DAY_FORMAT: "registNo를 고쳐 주세요.",
  INVALID_CARD_PASSWORD: "비밀번호 앞 2자리를 다시 입력하게 해 주세요.",
  INVALID_CARD_IDENTITY: "명의자 이름, 생년월일, 전화번호를 다시 입력하게 해 주세요.",
  NOT_SUPPORTED_CARD_TYPE: "다른 카드를 등록하게 해 주세요.",
  ALREADY_STORED_CARD: "다른 카드를 쓰게 하거나, 그 카드를 쓰는 다른 결제가 끝난 다음에 다시 시도해 주세요.",
  NOT_MATCHES_CUSTOMER_KEY: "빌링키를 발급할 때 쓴 customerId를 보내 주세요.",
  NOT_MATCHES_TOTAL_AMOUNT: "결제 수단별 금액의 합과 totalAmount를 맞춰 주세요.",
  TAX_FREE_NOT_AGREED: "taxFreeAmount를 빼거나, 먼저 서비스 운영자와 계약에 추가해 주세요.",
  FAILED_BILL_KEY_AUTH_CREATION: "발급된 빌링키가 없으니 다른 멱등키로 다시 보내 주세요.",
  FAILED_BILLING_AUTO_CANCEL: "결제를 조회해 주세요. ABORTED가 된 다음에 같은 주문을 다시 결제할 수 있어요.",
};
