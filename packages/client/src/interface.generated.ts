// Printed from the OpenAPI document and the catalog of errors by `pnpm print:client`.

/** What is given in place of a key, and its problem; the first pattern that fits counts. */
export const keyMistakes: Readonly<Record<"secretKey" | "clientKey", readonly (readonly [RegExp, string])[]>> = {
  secretKey: [
    [/^$/, "is empty: set it to the key"],
    [/^(undefined|null|NaN|\[object \w+\])$/, "is not set: the word for a missing value is sent in its place"],
    [/^\s|\s$/, "has white space or a line break around it: take it out"],
    [/^["'].*["']$/, "has quotes around it: take them out"],
    [/^(basic|bearer) /i, "has the scheme before it: set it to the key alone"],
    [/:$/, "ends with a colon: take it out, as one is appended where the key is encoded"],
    [/^(dGVzdF9|bGl2ZV9)/, "is encoded in Base64 already: set it to the key itself"],
    [/^(test|live)_ck_/, "is a client key: use the secret key, test_sk_… or live_sk_…"],
    [/^(?!(test|live)_sk_[A-Za-z0-9_-]{1,100}$)/, "must begin with test_sk_ or live_sk_, and continue with 1 to 100 letters, digits, - or _"],
  ],
  clientKey: [
    [/^$/, "is empty: set it to the key"],
    [/^(undefined|null|NaN|\[object \w+\])$/, "is not set: the word for a missing value is sent in its place"],
    [/^\s|\s$/, "has white space or a line break around it: take it out"],
    [/^["'].*["']$/, "has quotes around it: take them out"],
    [/^(basic|bearer) /i, "has the scheme before it: set it to the key alone"],
    [/:$/, "ends with a colon: take it out, as one is appended where the key is encoded"],
    [/^(dGVzdF9|bGl2ZV9)/, "is encoded in Base64 already: set it to the key itself"],
    [/^(test|live)_sk_/, "is a secret key, which must never be in a page: revoke it, and use the client key, test_ck_… or live_ck_…"],
    [/^(?!(test|live)_ck_[A-Za-z0-9_-]{1,100}$)/, "must begin with test_ck_ or live_ck_, and continue with 1 to 100 letters, digits, - or _"],
  ],
};

/** Where each operation is. */
export const addresses = {
  createSession: "POST /px/payfront/sessions",
  confirmPayment: "POST /px/intents/confirm",
  getPayment: "GET /px/intents/{intentKey}",
  getPaymentOfOrder: "GET /px/intents/orders/{orderId}",
  cancelPayment: "POST /px/intents/{intentKey}/cancel",
  cancelPaymentOfOrder: "POST /px/intents/orders/{orderId}/cancel",
  listPayments: "GET /merchants/{mId}/payments",
  getPaymentTimeline: "GET /merchants/{mId}/payments/{intentKey}/timeline",
  previewCancellation: "GET /merchants/{mId}/payments/{intentKey}/cancellation-preview",
  downloadPayments: "GET /merchants/{mId}/payments.csv",
  downloadSettlements: "GET /merchants/{mId}/settlements.csv",
  issueBillingKey: "POST /px/billing/billkeys/issue",
  deleteBillingKey: "DELETE /px/billing/{billkey}",
  charge: "POST /px/billing",
  listBillingKeys: "GET /merchants/{mId}/billing-keys",
  listSettlements: "GET /px/settlements",
  getSettlement: "GET /px/settlements/{settlementId}",
  listSettlementDays: "GET /merchants/{mId}/settlement-days",
  getBalance: "GET /merchants/{mId}/balances",
  createSeller: "POST /merchants/{mId}/sellers",
  listSellers: "GET /merchants/{mId}/sellers",
  getSeller: "GET /merchants/{mId}/sellers/{sellerId}",
  deleteSeller: "DELETE /merchants/{mId}/sellers/{sellerId}",
  createPayouts: "POST /merchants/{mId}/payouts",
  listPayouts: "GET /merchants/{mId}/payouts",
  getPayout: "GET /merchants/{mId}/payouts/{payoutId}",
  getPayoutTimeline: "GET /merchants/{mId}/payouts/{payoutId}/timeline",
  getDailyTotals: "GET /merchants/{mId}/daily-totals",
  listExpectedSettlements: "GET /merchants/{mId}/expected-settlements",
  getNextTransfer: "GET /merchants/{mId}/next-transfer",
  getAttention: "GET /merchants/{mId}/attention",
  getWebhookEndpoint: "GET /merchants/{mId}/webhook-endpoint",
  setWebhookEndpoint: "PUT /merchants/{mId}/webhook-endpoint",
  removeWebhookEndpoint: "DELETE /merchants/{mId}/webhook-endpoint",
  rotateWebhookSecret: "POST /merchants/{mId}/webhook-endpoint/secret",
  testWebhookEndpoint: "POST /merchants/{mId}/webhook-endpoint/test",
  listWebhookDeliveries: "GET /merchants/{mId}/webhook-deliveries",
  getWebhookDelivery: "GET /merchants/{mId}/webhook-deliveries/{deliveryId}",
  resendWebhookDelivery: "POST /merchants/{mId}/webhook-deliveries/{deliveryId}/resend",
  getBin: "GET /bin-ko/bin/{bin}",
  listBins: "GET /bin-ko/json",
  listCardCompanies: "GET /bin-ko/enums",
  searchCardCatalog: "GET /card-catalogs/search",
  listInterestFreeMonths: "GET /installments/interest-free-months",
} as const;

/** Operations that change something and take no idempotency key: they are sent once. */
export const keyless: readonly string[] = ["rotateWebhookSecret", "testWebhookEndpoint", "resendWebhookDelivery"];

/** The member that holds an event's object. */
export const objectOfEvent = {
  "settlement.completed": "settlement",
  "payment.done": "payment",
  "payment.aborted": "payment",
  "payment.expired": "payment",
  "payment.canceled": "payment",
  "payout.completed": "payout",
  "payout.failed": "payout",
  "payout.returned": "payout",
  "webhook.test": "webhook",
} as const;

/** The objects whose events are numbered in webhook-id. */
export const numberedObjects: readonly string[] = ["payment", "payout"];

/** What to do after a refusal with one of these codes; of any other, the status says it. */
export const nextActions = {
  "retry": "TOO_MANY_REQUESTS CONCURRENT_REQUEST SELLER_NOT_REGISTERED INSTALLMENTS_NOT_READY FAILED_BILL_KEY_AUTH_CREATION",
  "look-up": "IDEMPOTENT_REQUEST_PROCESSING STORE_UNAVAILABLE ALREADY_PROCESSED_PAYMENT PROVIDER_ERROR UNKNOWN_PAYMENT_ERROR FAILED_INTERNAL_SYSTEM_PROCESSING FORBIDDEN_CONSECUTIVE_REQUEST FAILED_REFUND_PROCESS FAILED_PARTIAL_REFUND FAILED_BILLING_AUTO_CANCEL",
  "another-card": "INVALID_CARD_NUMBER INVALID_CARD_EXPIRATION INVALID_STOPPED_CARD INVALID_CARD_LOST_OR_STOLEN INVALID_REJECT_CARD EXCEED_MAX_DAILY_PAYMENT_COUNT EXCEED_MAX_PAYMENT_AMOUNT CARD_PROCESSING_ERROR REJECT_CARD_PAYMENT REJECT_CARD_COMPANY EXCEED_MAX_AUTH_COUNT EXCEED_MAX_ONE_DAY_AMOUNT FDS_ERROR",
  "correct": "CALENDAR_ENDED",
} as const;
