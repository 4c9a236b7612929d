export { bindPayments, type CardData, type Payments, type PaymentsOptions } from "./payments.ts";
export { defaultSettings, type CashierLimits, type Settings } from "./settings.ts";
export type { Backlog, ModeBacklog, OverdueWork } from "./backlog/backlog.ts";
export type { AroundWork, DueWork, WorkDone, WorkOperations } from "./work/work.ts";
export {
  ok,
  refuse,
  refuseField,
  refuseFor,
  type Answer,
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
export { koreanActions } from "./korean-actions.ts";
export { attentionSchema, type Attention } from "./overview/attention.ts";
export { dailyTotalsErrors, dayTotalsSchema, type DailyTotalsInput, type DayTotals } from "./overview/daily-totals.ts";
export { expectedSettlementSchema, type ExpectedSettlement } from "./overview/expected-settlements.ts";
export { nextTransferSchema, type NextTransfer } from "./overview/next-transfer.ts";
export type { OverviewOperations } from "./overview/operations.ts";
export type { Recount, RecountOptions } from "./overview/recount.ts";
export { sumTallies, tallyNames, tallyText, undated, type Tally, type TallyName } from "./tally/tally.ts";
export { isStorable, storableJson } from "./text/storable-text.ts";
export { daysSchema } from "./calendar/days.ts";
export type { Page, PageInput } from "./request/page.ts";
export { unknownName } from "./request/unknown-names.ts";
export { problemOf, validate } from "./request/validate.ts";
export { modes, parseTenantId, platform, tenantId } from "./tenant/tenant.ts";
export type { Mode, Owner, Tenant, TenantId } from "./tenant/tenant.ts";
export { documentationMerchant, type MerchantInput, type RegisteredMerchant } from "./merchant/merchant.ts";
export { contrastOf, leastContrast, mixedColor, mixedUntil } from "./merchant/color.ts";
export { issueKeyErrors } from "./api-key/api-key.ts";
export { documentationKeys, keyMistakes, keyTypeOf, keyTypes, type KeyType } from "./api-key/key-text.ts";
export {
  authenticateOperatorErrors,
  type SignedInOperator,
  type WriteProof,
} from "./operator/authenticate-operator.ts";
export { shownLine } from "./text/readable-text.ts";
export type { SuspendInput, Suspension } from "./merchant/suspend.ts";
export type { SignInFrom } from "./operator/sign-in-source.ts";
export { mostLogoBytes } from "./merchant/logo.ts";
export {
  confirmPasswordErrors,
  confirmPasswordSchema,
  type ConfirmedPassword,
  type ConfirmPasswordInput,
} from "./operator/confirm-password.ts";
export { listActionsErrors, type AskedAction, type EndedAction, type OperatorAction } from "./operator/action.ts";
export { isAtLeast, operatorRoles, type ListedOperator, type OperatorRole } from "./operator/operator.ts";
export type { Passwords } from "./operator/passwords.ts";
export { platformSignInSchema, signInErrors, signInSchema } from "./operator/sign-in.ts";
export type { NewOperatorSession, PlatformSignInInput, SignInInput } from "./operator/sign-in.ts";
export { waitingErrors, type Waiting, type WaitingInput, type WaitingMatter } from "./platform/waiting.ts";
export { signOutAllErrors, signOutErrors } from "./operator/sign-out.ts";
export { listOperatorsErrors } from "./operator/list-operators.ts";
export { removeOperatorErrors } from "./operator/remove-operator.ts";
export type { AskedBy } from "./operator/owner-stays.ts";
export type { ActingOperator } from "./operator/cashier-allowance.ts";
export { listMerchantsErrors, type ListedMerchant } from "./merchant/list-merchants.ts";
export { listKeysErrors, type ListedKey } from "./api-key/list-keys.ts";
export type { ProviderKey } from "./provider-key/read-provider-keys.ts";
export type { ProviderKeysInput, ProviderKeysView } from "./provider-key/set-provider-keys.ts";
export { WrongSecret } from "./secret/check-secret.ts";
export type { SecretOperations } from "./secret/operations.ts";
export type { Readiness, ReadinessOperations } from "./readiness/readiness.ts";
export { anonymousCustomer } from "./merchant/customer-id.ts";
export { installmentFeedCodeSchema, type InstallmentFeedCode } from "./merchant/installment-feed-code.ts";
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
export { checkoutViewSchema, readCheckoutErrors, type CheckoutView } from "./checkout/read-session.ts";
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
export { confirmErrors, confirmSchema, type ConfirmInput } from "./payment/confirm.ts";
export { cancelErrors, cancelSchema, type CancelInput, type CancelOptions } from "./payment/cancel.ts";
export { listPaymentsErrors, paymentFiltersSchema, type ListPaymentsInput } from "./payment/list-payments.ts";
export { lookUpErrors, type PaymentName } from "./payment/look-up-payment.ts";
export { amountSchema, taxFreeAmountSchema } from "./money/amount.ts";
export {
  cancellationPreviewSchema,
  previewCancellationErrors,
  type CancellationPreview,
  type PreviewCancellationInput,
} from "./payment/preview-cancellation.ts";
export { timelineErrors } from "./payment/timeline.ts";
export { paymentIntentSchema, type PaymentIntent } from "./payment/view.ts";
export { timelineSchema, type Timeline } from "./timeline/timeline.ts";
export type { Receipt, SalesSlip, TaxedAmount } from "./receipt/read-receipt.ts";
export type { Found, Outcome } from "./attempt/outcome.ts";
export { attemptEvidenceSchema, evidenceSchema, givenBackOutcomes } from "./attempt/evidence.ts";
export type { AttemptEvidenceInput, EvidenceInput } from "./attempt/evidence.ts";
export type { Entered } from "./attempt/entered.ts";
export type { EnteredTwice } from "./payment/entered-twice.ts";
export type { ResolvedAttempt } from "./attempt/operations.ts";
export { scrubbedAnswer } from "./attempt/provider-said.ts";
export { resolveAttemptErrors } from "./attempt/resolve.ts";
export { resolvePayoutErrors } from "./payout/resolve.ts";
export type { AttemptedPayment, FlaggedAttempt } from "./attempt/list-flagged.ts";
export { idempotencyKeySchema, type RequestOptions } from "./idempotency/idempotency.ts";
export { accountNames, accounts, emptyBalances, type Account, type Balances } from "./ledger/accounts.ts";
export { credit, debit, normalDelta, type Entry, type Posting } from "./ledger/posting.ts";
export type * from "./commit/store.ts";
export { isStoreUnavailable, StoreUnavailable } from "./commit/store-unavailable.ts";
export { assertWellFormed, keyText } from "./commit/change-set.ts";
export { cardCompanyName, cardCompanyOf, type CardCompany } from "./bin/card-company.ts";
export { binEnumsSchema, type BinEnums } from "./bin/enums.ts";
export { binRecordOf, binRecordSchema, resolveBin, type BinRecord, type BinRow, type BinTable } from "./bin/bin.ts";
export type { BinChanges } from "./bin/import-bins.ts";
export { lookUpBinErrors } from "./bin/look-up-bin.ts";
export {
  interestFreeErrors,
  interestFreeSchema,
  type InterestFree,
  type InterestFreeInput,
} from "./installment/interest-free-months.ts";
export { catalogCardSchema, type CatalogCard, type CatalogIndexer, type CatalogSearch } from "./catalog/catalog.ts";
export {
  catalogSearchResponseSchema,
  searchCatalogErrors,
  type CatalogSearchResponse,
  type CatalogQuery,
} from "./catalog/search-catalog.ts";
export type { CatalogChanges } from "./catalog/import-catalog.ts";
export type { InstallmentFeed } from "./installment/feed.ts";
export {
  type AboutApproval,
  type Approval,
  type ApprovalQuestion,
  type ApprovalRequest,
  type AuthenticatedCard,
  type AuthenticationRequest,
  type Cancellation,
  type CancellationQuestion,
  type CancellationRequest,
  type CardDetails,
  type CardMovement,
  type Gateway,
  type GatewayPromises,
  type KeyedCall,
  type Release,
  type ReleaseRequest,
  type Reversal,
  type ReversalRequest,
  type StatementPage,
  type StatementQuestion,
  type StoredCardDetails,
  type TokenRequest,
} from "./gateway/gateway.ts";
export { namedGateways, type GivenGateways } from "./gateway/named-gateways.ts";
export { accountRefusals } from "./attempt/account-refusal.ts";
export {
  approvalRefusals,
  authenticationRefusals,
  cancellationRefusals,
  cardRefusals,
  releaseRefusals,
  reversalRefusals,
  type ApprovalRefusal,
  type AuthenticationRefusal,
  type CancellationRefusal,
  type CardRefusal,
  type ReleaseRefusal,
  type ReversalRefusal,
} from "./gateway/refusals.ts";
export {
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
export { reconcileErrors, type Reconciliation } from "./reconciliation/reconcile.ts";
export { billkeySchema, type BillkeyView } from "./billing/billing-key.ts";
export { chargeErrors } from "./billing/charge.ts";
export { chargeSchema, type ChargeInput } from "./billing/charge-request.ts";
export { deleteBillingKeyErrors } from "./billing/delete-key.ts";
export {
  listBillingKeysErrors,
  listedBillingKeySchema,
  type ListBillingKeysInput,
  type ListedBillingKey,
} from "./billing/list-keys.ts";
export { issueBillingKeyErrors } from "./billing/issue-key.ts";
export { issueSchema, type IssueBillingKeyInput } from "./billing/issue-request.ts";
export { createSellerErrors, createSellerSchema, type CreateSellerInput } from "./seller/create-seller.ts";
export { listSellersErrors } from "./seller/list-sellers.ts";
export { lookUpSellerErrors } from "./seller/look-up-seller.ts";
export { removeSellerErrors } from "./seller/delete-seller.ts";
export { sellerSchema, type SellerView } from "./seller/view.ts";
export {
  createBatchErrors,
  createBatchSchema,
  type CreateBatchInput,
  type CreatedBatch,
} from "./payout/batch-request.ts";
export { listPayoutsErrors, payoutDatesSchema, type ListPayoutsInput } from "./payout/list-payouts.ts";
export { lookUpPayoutErrors } from "./payout/look-up-payout.ts";
export { payoutTimelineErrors } from "./payout/timeline.ts";
export type { TransferAccountInput, TransferAccountView } from "./payout/transfer-account.ts";
export { payoutListSchema, payoutSchema, type PayoutView } from "./payout/view.ts";
export { listSettlementsErrors, type ListSettlementsInput } from "./settlement/list-settlements.ts";
export {
  settlementCalendarSchema,
  settlementDaysErrors,
  type SettlementCalendar,
  type SettlementDaysInput,
} from "./settlement/settlement-days.ts";
export { lookUpSettlementErrors } from "./settlement/look-up-settlement.ts";
export type { Audit } from "./ledger/audit.ts";
export { balanceSchema, viewBalance, type Balance } from "./ledger/balance.ts";
export { isSettlementId } from "./settlement/settlement.ts";
export { orderSettlementSchema, settledSchema, type OrderSettlement, type SettledLines } from "./settlement/view.ts";
export { deliveryStatuses, type WebhookTry } from "./webhook-delivery/delivery.ts";
export type { WebhookDelivery } from "./webhook/view-delivery.ts";
export { readWebhookEvent, webhookEvents, type WebhookEvent, type WebhookEventName } from "./webhook/events.ts";
export { getEndpointErrors } from "./webhook/get-endpoint.ts";
export { listDeliveriesErrors, type ListDeliveriesInput } from "./webhook/list-deliveries.ts";
export { lookUpDeliveryErrors } from "./webhook/look-up-delivery.ts";
export { removeEndpointErrors } from "./webhook/remove-endpoint.ts";
export { resendDeliveryErrors } from "./webhook/resend-delivery.ts";
export {
  setEndpointErrors,
  setEndpointSchema,
  type SetEndpointInput,
  type SetEndpointOptions,
} from "./webhook/set-endpoint.ts";
export { testEndpointErrors, type EndpointTest } from "./webhook/test-endpoint.ts";
export { webhookTest, type TestedWebhook } from "./webhook/test-event.ts";
export type { WebhookEndpoint } from "./webhook/view-endpoint.ts";
export type { WebhookAnswer, WebhookMessage, WebhookSender } from "./webhook-delivery/sender.ts";
export { moveClockErrors, moveClockSchema, type ClockMove } from "./calendar/clock-move.ts";
export type { ClosedDays } from "./calendar/close-day.ts";
export { addBusinessDays, isBusinessDay, type BankHolidays } from "./calendar/business-days.ts";
export { dayInSeoul, seoulOffsetMs, seoulTime } from "./time/seoul-time.ts";
export type * from "./ports.ts";
export {
  addOperatorErrors,
  addOperatorSchema,
  changeOperatorErrors,
  changeOperatorSchema,
  type AddOperatorInput,
  type ChangeOperatorInput,
  type SetOperatorInput,
} from "./operator/set-operator.ts";
export { rotateSecretErrors, type RotateSecretInput } from "./webhook/rotate-secret.ts";
