export { createPayments, type Payments, type PaymentsOptions } from "./payments.ts";
export { defaultSettings, type Settings } from "./settings.ts";
export type { WorkDone } from "./work.ts";

export { ok, refuse, type FieldProblem, type Refusal, type Result } from "./result.ts";
export { errorCatalog, errorCodes, isErrorCode, type ErrorCode, type ErrorEntry, type Retry } from "./errors.ts";

export { parseTenantId, platform, tenantId, type Mode, type Tenant, type TenantId } from "./tenant.ts";
export { documentationMerchant, type Merchant, type MerchantInput } from "./merchant/merchant.ts";
export { keyTypeOf, type KeyType } from "./merchant/api-key.ts";
export { anonymousCustomer } from "./merchant/customer-id.ts";

export {
  createdSessionSchema,
  createSessionSchema,
  openCheckoutSchema,
  type CreatedSession,
  type CreateSessionInput,
  type OpenCheckoutInput,
} from "./checkout/session-request.ts";
export { checkoutViewSchema, type CheckoutView } from "./checkout/read-session.ts";
export {
  cardEntrySchema,
  checkoutRedirectSchema,
  type CardEntry,
  type CheckoutRedirect,
} from "./checkout/authenticate.ts";
export {
  cardDescriptionSchema,
  firstDigitsSchema,
  type CardDescription,
  type FirstDigits,
} from "./checkout/describe-card.ts";
export { sessionStates, type SessionEvent, type SessionStatus } from "./session/session.ts";

export { confirmSchema, type ConfirmInput } from "./payment/confirm.ts";
export { cancelSchema, type CancelInput } from "./payment/cancel.ts";
export type { PaymentName } from "./payment/look-up.ts";
export { intentStates, type IntentEvent, type IntentStatus } from "./payment/intent.ts";
export { paymentIntentSchema, type PaymentIntent } from "./payment/view.ts";
export { attemptStates, type AttemptEvent, type AttemptStatus } from "./attempt/attempt.ts";
export type { RequestOptions } from "./idempotency/idempotency.ts";

export { accountNames, accounts, emptyBalances, type Account, type Balances, type Side } from "./ledger/accounts.ts";
export { assertBalanced, credit, debit, normalDelta, type Entry, type Posting } from "./ledger/posting.ts";

export type * from "./store.ts";
export { assertWellFormed, keyText } from "./change-set.ts";
export { binEnumsSchema, cardCompanyOf, type BinEnums, type CardCompany } from "./bin/card-company.ts";
export { binRecordOf, binRecordSchema, resolveBin, type BinRecord, type BinRow, type BinTable } from "./bin/bin.ts";
export type { BinChanges } from "./bin/import-bins.ts";
export { gatewaySchema, type Gateway } from "./installment/offers.ts";
export { interestFreeSchema, type InterestFree } from "./installment/interest-free-months.ts";
export { catalogCardSchema, type CatalogCard, type CatalogIndexer, type CatalogSearch } from "./catalog/catalog.ts";
export { catalogAnswerSchema, type CatalogAnswer, type CatalogQuery } from "./catalog/search-catalog.ts";
export type { CatalogChanges } from "./catalog/import-catalog.ts";
export { readTextFeed } from "./installment/text-feed.ts";
export { readJsonFeed } from "./installment/json-feed.ts";
export type { InstallmentFeed } from "./installment/feed.ts";
export type { CardData } from "./cards/card-data.ts";
export type * from "./card-network/card-network.ts";
export type * from "./ports.ts";
export type { StateTable } from "./state-table.ts";
