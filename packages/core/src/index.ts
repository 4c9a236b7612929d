export { createPayments, type Payments, type PaymentsOptions } from "./payments.ts";
export { defaultSettings, type Settings } from "./settings.ts";
export type { WorkDone } from "./work.ts";

export { ok, refuse, type FieldProblem, type Refusal, type Result } from "./result.ts";
export { errorCatalogue, errorCodes, isErrorCode, type ErrorCode, type ErrorEntry, type Retry } from "./errors.ts";

export { parseTenantId, platform, tenantId, type Mode, type Tenant, type TenantId } from "./merchant/tenant.ts";
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
export { sessionStates, type SessionEvent, type SessionStatus } from "./checkout/session.ts";

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
export { binEnumsSchema, cardCompanyOf, type BinEnums, type CardCompany } from "./cards/codes.ts";
export { binRecordOf, binRecordSchema, resolveBin, type BinRecord, type BinRow, type BinTable } from "./cards/bin.ts";
export type { BinChanges } from "./cards/import-bins.ts";
export { gatewaySchema, type Gateway } from "./cards/instalments.ts";
export { interestFreeSchema, type InterestFree } from "./cards/interest-free-months.ts";
export {
  catalogueCardSchema,
  type CatalogueCard,
  type CatalogueIndexer,
  type CatalogueSearch,
} from "./cards/catalogue.ts";
export { catalogueAnswerSchema, type CatalogueAnswer, type CatalogueQuery } from "./cards/search-catalogue.ts";
export type { CatalogueChanges } from "./cards/import-catalogue.ts";
export { readTextFeed } from "./cards/instalment-text-feed.ts";
export { readJsonFeed } from "./cards/instalment-json-feed.ts";
export type { InstalmentFeed } from "./cards/instalment-feed.ts";
export type { CardData } from "./cards/card-data.ts";
export type * from "./cards/network.ts";
export type * from "./ports.ts";
export type { StateTable } from "./state-table.ts";
