export { createPayments, type CardData, type Payments, type PaymentsOptions } from "./payments.ts";
export { defaultSettings, type Settings } from "./settings.ts";
export type { Backlog, BacklogOperations, ModeBacklog } from "./backlog/backlog.ts";
export type { AroundWork, DueWork, WorkDone, WorkOperations } from "./work/work.ts";

export {
  ok,
  refuse,
  refuseField,
  refuseFor,
  type CodeOf,
  type FieldProblem,
  type Ok,
  type Refusal,
  type Refused,
  type Result,
} from "./result.ts";
export {
  errorCatalog,
  errorCodes,
  isErrorCode,
  type ErrorCode,
  type ErrorEntry,
  type Language,
  type Retry,
} from "./errors.ts";
export { isStorable, storableJson } from "./text/storable-text.ts";
export type { Page, PageInput } from "./request/page.ts";

export { modes, parseTenantId, platform, tenantId, type Mode, type Tenant, type TenantId } from "./tenant/tenant.ts";
export {
  documentationMerchant,
  merchantRecord,
  type Merchant,
  type MerchantInput,
  type RegisteredMerchant,
} from "./merchant/merchant.ts";
export { contrastOf, leastContrast, mixedColor, mixedUntil } from "./merchant/color.ts";
export { authenticateErrors, documentationKeys, keyTypeOf, type KeyType } from "./api-key/api-key.ts";
export { authenticateOperatorErrors, type SignedInOperator } from "./operator/authenticate-operator.ts";
export type { ListedOperator } from "./operator/operator.ts";
export type { OperatorOperations } from "./operator/operations.ts";
export type { Passwords } from "./operator/passwords.ts";
export { signInErrors, signInSchema, type NewOperatorSession, type SignInInput } from "./operator/sign-in.ts";
export { signOutErrors } from "./operator/sign-out.ts";
export type { ListedMerchant } from "./merchant/list-merchants.ts";
export type { ListedKey } from "./api-key/list-keys.ts";
export type { KeyOperations } from "./api-key/operations.ts";
export type { MerchantOperations } from "./merchant/operations.ts";
export { WrongSecret } from "./secret/check-secret.ts";
export type { SecretOperations } from "./secret/operations.ts";
export { anonymousCustomer } from "./merchant/customer-id.ts";
export { gatewaySchema, type Gateway } from "./merchant/gateway.ts";

export type { CheckoutOperations, SessionOperations } from "./checkout/operations.ts";
export {
  createdSessionSchema,
  createSessionSchema,
  openCheckoutSchema,
  type CreatedSession,
  type CreateSessionInput,
  type OpenCheckoutInput,
} from "./checkout/session-request.ts";
export { createSessionErrors } from "./checkout/create-session.ts";
export { openCheckoutErrors, type OpenCheckoutOptions } from "./checkout/open-checkout.ts";
export { checkoutViewSchema, linkErrors, readCheckoutErrors, type CheckoutView } from "./checkout/read-session.ts";
export { checkoutRedirectSchema, type BuyerOptions, type CheckoutRedirect } from "./checkout/redirect.ts";
export { giveUpErrors } from "./checkout/give-up.ts";
export { authenticateCardErrors, cardEntrySchema, type CardEntry } from "./checkout/authenticate.ts";
export {
  cardDescriptionSchema,
  describeCardErrors,
  firstDigitsSchema,
  type CardDescription,
  type FirstDigits,
} from "./checkout/describe-card.ts";
export {
  sessionRecord,
  sessionStates,
  type Session,
  type SessionEvent,
  type SessionStatus,
} from "./session/session.ts";

export type { IntentOperations } from "./payment/operations.ts";
export { confirmErrors, confirmSchema, type ConfirmInput } from "./payment/confirm.ts";
export { cancelErrors, cancelSchema, type CancelInput } from "./payment/cancel.ts";
export { lookUpErrors, type PaymentName } from "./payment/look-up-payment.ts";
export { intentRecord, intentStates, type Intent, type IntentEvent, type IntentStatus } from "./payment/intent.ts";
export { orderRecord } from "./payment/order.ts";
export { approvalRecord, type ApprovalAttempt } from "./payment/approval-attempt.ts";
export { reversalRecord, type ReversalAttempt } from "./payment/reversal-attempt.ts";
export { cancellationRecord, type CancellationAttempt } from "./payment/cancellation-attempt.ts";
export { paymentIntentSchema, type PaymentIntent } from "./payment/view.ts";
export type { ReceiptOperations } from "./receipt/operations.ts";
export type { Receipt, SalesSlip, TaxedAmount } from "./receipt/read-receipt.ts";
export {
  attemptRecord,
  attemptStates,
  type Attempt,
  type AttemptEvent,
  type AttemptStatus,
} from "./attempt/attempt.ts";
export type { Found, Outcome } from "./attempt/outcome.ts";
export type { EvidenceInput } from "./attempt/evidence.ts";
export type { FlaggedAttempt } from "./attempt/list-flagged.ts";
export type { AttemptOperations } from "./attempt/operations.ts";
export {
  idempotencyKeySchema,
  idempotencyRecord,
  type IdempotencyRecord,
  type RequestOptions,
} from "./idempotency/idempotency.ts";
export { idempotencyErrors } from "./idempotency/replay.ts";

export { accountNames, accounts, emptyBalances, type Account, type Balances, type Side } from "./ledger/accounts.ts";
export { assertBalanced, credit, debit, normalDelta, type Entry, type Posting } from "./ledger/posting.ts";
export type { LedgerOperations } from "./ledger/operations.ts";

export type * from "./commit/store.ts";
export { isStoreUnavailable, StoreUnavailable } from "./commit/store-unavailable.ts";
export { assertWellFormed, keyText } from "./commit/change-set.ts";
export { MalformedRecord, readBody, recordKind, type RecordKind, type RecordRef } from "./commit/record.ts";
export { binEnumsSchema, cardCompanyOf, type BinEnums, type CardCompany } from "./bin/card-company.ts";
export { binRecordOf, binRecordSchema, resolveBin, type BinRecord, type BinRow, type BinTable } from "./bin/bin.ts";
export type { BinChanges } from "./bin/import-bins.ts";
export { lookUpBinErrors } from "./bin/look-up-bin.ts";
export type { BinOperations } from "./bin/operations.ts";
export { interestFreeErrors, interestFreeSchema, type InterestFree } from "./installment/interest-free-months.ts";
export { leastInstallmentAmount, longestPlanMonths } from "./installment/plan-limits.ts";
export type { InstallmentOperations } from "./installment/operations.ts";
export { catalogCardSchema, type CatalogCard, type CatalogIndexer, type CatalogSearch } from "./catalog/catalog.ts";
export {
  catalogSearchResponseSchema,
  searchCatalogErrors,
  type CatalogSearchResponse,
  type CatalogQuery,
} from "./catalog/search-catalog.ts";
export type { CatalogChanges } from "./catalog/import-catalog.ts";
export type { CatalogOperations } from "./catalog/operations.ts";
export { readTextFeed } from "./installment/text-feed.ts";
export { readJsonFeed } from "./installment/json-feed.ts";
export type { InstallmentFeed } from "./installment/feed.ts";
export {
  approvalRefusals,
  cancellationRefusals,
  cardRefusals,
  releaseRefusals,
  reversalRefusals,
  authenticationRefusals,
  type Approval,
  type ApprovalRefusal,
  type ApprovalRequest,
  type AuthenticatedCard,
  type Cancellation,
  type CancellationRefusal,
  type CancellationRequest,
  type CardDetails,
  type CardNetwork,
  type CardRefusal,
  type IssuedToken,
  type LookUpRequest,
  type Release,
  type ReleaseRefusal,
  type ReleaseRequest,
  type Reversal,
  type ReversalRefusal,
  type ReversalRequest,
  type StoredCardDetails,
  type AuthenticationRefusal,
  type TokenRequest,
} from "./card-network/card-network.ts";
export {
  bankAccountSchema,
  masked,
  maskedAccountSchema,
  type BankAccount,
  type BankAccountInput,
  type MaskedAccount,
} from "./payout-bank/bank-account.ts";
export {
  businessTypes,
  payoutRefusals,
  registrationRefusals,
  type BankMovement,
  type BankPayout,
  type BankQuestion,
  type BusinessType,
  type Payee,
  type PayoutBank,
  type PayoutRefusal,
  type PayoutRequest,
  type PayoutSlot,
  type Registration,
  type RegistrationRefusal,
  type RegistrationRequest,
} from "./payout-bank/payout-bank.ts";
export type { Difference } from "./reconciliation/difference.ts";
export type { ReconciliationOperations } from "./reconciliation/operations.ts";
export type { Reconciliation } from "./reconciliation/reconcile.ts";
export {
  billingKeyRecord,
  billingKeyStates,
  billkeySchema,
  type BillingKey,
  type BillkeyView,
} from "./billing/billing-key.ts";
export { chargeErrors } from "./billing/charge.ts";
export { chargeSchema, type ChargeInput } from "./billing/charge-request.ts";
export { deleteBillingKeyErrors } from "./billing/delete-key.ts";
export { issueBillingKeyErrors } from "./billing/issue-key.ts";
export { issueSchema, type IssueBillingKeyInput } from "./billing/issue-request.ts";
export type { BillingOperations } from "./billing/operations.ts";
export { issueRecord } from "./billing/token-issue-attempt.ts";
export { releaseRecord } from "./billing/token-release-attempt.ts";
export { createSellerErrors, createSellerSchema, type CreateSellerInput } from "./seller/create-seller.ts";
export { listSellersErrors } from "./seller/list-sellers.ts";
export { lookUpSellerErrors } from "./seller/look-up-seller.ts";
export type { SellerOperations } from "./seller/operations.ts";
export { removeSellerErrors } from "./seller/delete-seller.ts";
export { registrationRecord } from "./seller/registration-attempt.ts";
export { sellerRecord, sellerStates, type Seller, type SellerEvent, type SellerStatus } from "./seller/seller.ts";
export { sellerSchema, type SellerView } from "./seller/view.ts";
export {
  createBatchErrors,
  createBatchSchema,
  type CreateBatchInput,
  type CreatedBatch,
} from "./payout/batch-request.ts";
export { listPayoutsErrors, payoutDatesSchema, type ListPayoutsInput } from "./payout/list-payouts.ts";
export { lookUpPayoutErrors } from "./payout/look-up-payout.ts";
export type { PayoutOperations } from "./payout/operations.ts";
export { payoutAttemptRecord } from "./payout/payout-attempt.ts";
export {
  payoutBatchRecord,
  payoutRecord,
  payoutStates,
  payoutStatuses,
  type Payout,
  type PayoutEvent,
  type PayoutStatus,
} from "./payout/payout.ts";
export { statementRecord } from "./payout/next-statement.ts";
export type { TransferAccountInput, TransferAccountView } from "./payout/transfer-account.ts";
export { payoutListSchema, payoutSchema, type PayoutView } from "./payout/view.ts";
export {
  listSettlementsErrors,
  settlementDaysSchema,
  type ListSettlementsInput,
} from "./settlement/list-settlements.ts";
export { lookUpSettlementErrors } from "./settlement/look-up-settlement.ts";
export type { Audit } from "./ledger/audit.ts";
export { balanceSchema, viewBalance, type Balance } from "./ledger/balance.ts";
export { earningRecord, type Earning } from "./earning/earning.ts";
export { settlementScheduleRecord } from "./earning/next-settlement.ts";
export { isSettlementId, settlementRecord, type Settlement } from "./settlement/settlement.ts";
export type { SettlementOperations } from "./settlement/operations.ts";
export { orderSettlementSchema, settledSchema, type OrderSettlement, type SettledLines } from "./settlement/view.ts";
export {
  deliveryRecord,
  deliveryStates,
  type Delivery,
  type DeliveryEvent,
  type DeliveryStatus,
  type WebhookTry,
} from "./webhook/delivery.ts";
export type { WebhookDelivery } from "./webhook/view-delivery.ts";
export { endpointRecord } from "./webhook/endpoint.ts";
export { setEndpointErrors, setEndpointSchema } from "./webhook/set-endpoint.ts";
export type { WebhookEndpoint } from "./webhook/view-endpoint.ts";
export type { WebhookOperations } from "./webhook/operations.ts";
export type { WebhookAnswer, WebhookMessage, WebhookSender } from "./webhook/sender.ts";
export type { CalendarOperations } from "./calendar/operations.ts";
export { moveClockErrors, moveClockSchema, type ClockMove } from "./calendar/clock-move.ts";
export { closedDaysRecord } from "./calendar/calendar.ts";
export type { ClosedDays } from "./calendar/close-day.ts";
export { addBusinessDays, businessDayFrom, isBusinessDay, type BankHolidays } from "./calendar/business-days.ts";
export { dayInSeoul, seoulOffsetMs, seoulTime } from "./calendar/seoul-time.ts";
export type * from "./ports.ts";
export type { StateTable } from "./commit/state-table.ts";
