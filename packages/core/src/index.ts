export { bindPayments, type CardData, type Payments, type PaymentsOptions } from "./payments.ts";
export type { CashierLimits, Settings } from "./settings.ts";
export type { RecordLifetimes } from "./record-lifetimes.ts";
export type { Backlog, OverdueWork } from "./oversight/backlog/backlog.ts";
export type { AroundWork, WorkDone } from "./engine/due-work/work.ts";
export {
  ok,
  refuse,
  refuseField,
  refuseFor,
  type Answer,
  type FieldProblem,
  type Ok,
  type Refusal,
  type Refused,
  type Result,
} from "./result.ts";
export { errorCatalog, errorCodes, isErrorCode, type ErrorCode, type Language, type Retry } from "./error-messages.ts";
export { operationErrors } from "./operation-errors.ts";
export { koreanActions } from "./korean-actions.ts";
export { attentionSchema, type Attention } from "./oversight/overview/attention.ts";
export { dayTotalsSchema, type DailyTotalsInput, type DayTotals } from "./oversight/overview/daily-totals.ts";
export { expectedSettlementSchema, type ExpectedSettlement } from "./oversight/overview/expected-settlements.ts";
export { nextTransferSchema, type NextTransfer } from "./oversight/overview/next-transfer.ts";
export type { Recount, RecountOptions } from "./oversight/overview/recount.ts";
export { sumTallies, tallyNames, tallyText, type Tally, type TallyName } from "./engine/posting/tally.ts";
export { isStorable, storableJson } from "./engine/text/storable-text.ts";
export { daysSchema } from "./ledger/calendar/business-days.ts";
export type { Page, PageInput } from "./engine/request/page.ts";
export { unknownName } from "./engine/request/validate.ts";
export { problemOf, validate } from "./engine/request/validate.ts";
export { modes, parseTenantId, platform, tenantId } from "./engine/tenant/tenant.ts";
export type { Mode, Owner, Tenant, TenantId } from "./engine/tenant/tenant.ts";
export {
  documentationMerchant,
  installmentFeedCodeSchema,
  type InstallmentFeedCode,
  type MerchantInput,
  type RegisteredMerchant,
} from "./merchant/merchant.ts";
export { contrastOf, mixedColor, mixedUntil, mostLogoBytes } from "./merchant/look.ts";
export { documentationKeys, keyTypeOf, keyTypes, type KeyType } from "./merchant/api-key/key-text.ts";
export type { SignedInOperator, WriteProof } from "./merchant/operator/authenticate-operator.ts";
export { shownLine } from "./engine/text/readable-text.ts";
export type { SuspendInput, Suspension } from "./merchant/suspend.ts";
export type { SignInFrom } from "./merchant/operator/password-tries.ts";
export {
  confirmPasswordSchema,
  type ConfirmedPassword,
  type ConfirmPasswordInput,
} from "./merchant/operator/confirm-password.ts";
export type { AskedAction, EndedAction, OperatorAction } from "./merchant/operator/action.ts";
export { isAtLeast, operatorRoles, type ListedOperator, type OperatorRole } from "./merchant/operator/operator.ts";
export type { Passwords } from "./merchant/operator/password-check.ts";
export { platformSignInSchema, signInSchema } from "./merchant/operator/sign-in.ts";
export type { NewOperatorSession, PlatformSignInInput, SignInInput } from "./merchant/operator/sign-in.ts";
export type { Waiting, WaitingInput, WaitingMatter } from "./oversight/platform/waiting.ts";
export type { AskedBy } from "./merchant/operator/set-operator.ts";
export type { ActingOperator } from "./merchant/operator/cashier-allowance.ts";
export type { ListedMerchant } from "./merchant/read-merchants.ts";
export type { ListedKey } from "./merchant/api-key/api-key.ts";
export type { ProviderKey } from "./merchant/provider-key/provider-key.ts";
export type { ProviderKeysInput, ProviderKeysView } from "./merchant/provider-key/provider-key.ts";
export { WrongSecret } from "./merchant/secret/check-secret.ts";
export type { Readiness } from "./oversight/readiness.ts";
export {
  createdSessionSchema,
  createSessionSchema,
  openCheckoutSchema,
  type CreatedSession,
  type CreateSessionInput,
  type OpenCheckoutInput,
} from "./payment/checkout/new-session.ts";
export { tenantOfOpening } from "./payment/intent/attempt-keys.ts";
export type { OpenCheckoutOptions } from "./payment/checkout/create-session.ts";
export { checkoutViewSchema, type CheckoutView } from "./payment/checkout/read-session.ts";
export { checkoutRedirectSchema, type BuyerOptions, type CheckoutRedirect } from "./payment/checkout/redirect.ts";
export {
  openedWindowSchema,
  windowChoiceSchema,
  type OpenedWindow,
  type WindowChoice,
  type WindowToOpen,
} from "./payment/checkout/open-window.ts";
export type { ReturnedFields, ReturnOptions, WindowReturn } from "./payment/checkout/return-from-window.ts";
export { cardEntrySchema, type CardEntry } from "./payment/checkout/authenticate.ts";
export {
  cardDescriptionSchema,
  firstDigitsSchema,
  type CardDescription,
  type FirstDigits,
} from "./payment/checkout/describe-card.ts";
export { confirmSchema, type ConfirmInput } from "./payment/confirm/confirm.ts";
export { cancelSchema, type CancelInput, type CancelOptions } from "./payment/cancel/cancel.ts";
export { listPaymentsSchema, type ListPaymentsInput } from "./payment/intent/payment-filters.ts";
export type { PaymentName } from "./payment/intent/look-up-payment.ts";
export { amountSchema, taxFreeAmountSchema } from "./engine/request/validate.ts";
export {
  cancellationPreviewSchema,
  type CancellationPreview,
  type PreviewCancellationInput,
} from "./payment/cancel/preview-cancellation.ts";
export { paymentIntentSchema, type PaymentIntent } from "./payment/intent/view.ts";
export { timelineSchema, type Timeline } from "./engine/timeline/timeline.ts";
export type { Receipt, SalesSlip, TaxedAmount } from "./payment/receipt.ts";
export type { Found, KeyedCall, Outcome } from "./engine/attempt/call.ts";
export { attemptEvidenceSchema, evidenceSchema, givenBackOutcomes } from "./engine/attempt/evidence.ts";
export type { AttemptEvidenceInput, EvidenceInput } from "./engine/attempt/evidence.ts";
export type { Entered } from "./engine/attempt/evidence.ts";
export type { EnteredTwice } from "./payment/cancel/given-back.ts";
export type { ResolvedAttempt } from "./engine/attempt/operations.ts";
export { scrubbedAnswer } from "./engine/attempt/scrub.ts";
export type { AttemptedPayment, FlaggedAttempt } from "./engine/attempt/flag.ts";
export { idempotencyKeySchema, type RequestOptions } from "./engine/idempotency/idempotency.ts";
export { accountNames, accounts, emptyBalances, type Account, type Balances } from "./engine/posting/posting.ts";
export { credit, debit, normalDelta, type Entry, type Posting } from "./engine/posting/posting.ts";
export type * from "./engine/commit/store.ts";
export { isStoreUnavailable, StoreUnavailable } from "./engine/commit/store.ts";
export { assertWellFormed, keyText } from "./engine/commit/store.ts";
export { cardCompanyName, cardCompanyOf, type CardCompany } from "./gateway/card-company.ts";
export { binEnumsSchema, type BinEnums } from "./gateway/bin.ts";
export { binRecordOf, binRecordSchema, type BinRecord, type BinRow, type BinTable } from "./gateway/bin.ts";
export type { BinChanges } from "./gateway/bin.ts";
export {
  interestFreeSchema,
  type InterestFree,
  type InterestFreeInput,
} from "./gateway/installment/interest-free-months.ts";
export { catalogCardSchema, type CatalogCard, type CatalogIndexer, type CatalogSearch } from "./gateway/catalog.ts";
export { catalogSearchResponseSchema, type CatalogSearchResponse, type CatalogQuery } from "./gateway/catalog.ts";
export type { CatalogChanges } from "./gateway/catalog.ts";
export type { InstallmentFeed } from "./gateway/installment/feed.ts";
export type {
  AboutApproval,
  Approval,
  ApprovalQuestion,
  ApprovalRequest,
  AuthenticatedCard,
  AuthenticationRequest,
  Cancellation,
  CancellationQuestion,
  CancellationRequest,
  CardDetails,
  CardApprovalRequest,
  CardMovement,
  Gateway,
  GatewayPromises,
  KeyIn,
  NotificationHint,
  NotificationReply,
  ProviderNotification,
  Release,
  ReleaseRequest,
  Reversal,
  ReversalRequest,
  StatementPage,
  StatementQuestion,
  StoredCardDetails,
  TokenRequest,
  WindowApprovalRequest,
} from "./gateway/gateway.ts";
export {
  easyPayProviders,
  methodChoices,
  methodName,
  paymentMethods,
  windowMethods,
  type EasyPayProvider,
  type MethodChoice,
  type OfferedMethod,
  type PaymentMethod,
  type WindowMethod,
} from "./merchant/payment-methods.ts";
export type {
  AuthenticatedMethod,
  AuthenticationQuestion,
  Opening,
  OpeningRequest,
  PaidMethod,
  PaymentWindow,
  Returned,
  ReturnedRequest,
  WindowReference,
} from "./gateway/window.ts";
export {
  namedGateways,
  wrappedGateway,
  type AroundCall,
  type GatewayCall,
  type GivenGateways,
} from "./gateway/named-gateways.ts";
export { accountRefusals } from "./engine/attempt/account-refusal.ts";
export {
  approvalRefusals,
  authenticationRefusals,
  cancellationRefusals,
  cardRefusals,
  openingRefusals,
  releaseRefusals,
  reversalRefusals,
  windowRefusals,
  type ApprovalRefusal,
  type AuthenticationRefusal,
  type CancellationRefusal,
  type CardRefusal,
  type OpeningRefusal,
  type ReleaseRefusal,
  type ReversalRefusal,
  type WindowRefusal,
} from "./gateway/refusals.ts";
export {
  masked,
  maskedAccountSchema,
  type BankAccount,
  type BankAccountInput,
  type MaskedAccount,
} from "./payout/bank/bank-account.ts";
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
} from "./payout/bank/payout-bank.ts";
export type { Difference } from "./oversight/reconciliation/difference.ts";
export type { Reconciliation } from "./oversight/reconciliation/reconcile.ts";
export { billkeySchema, type BillkeyView } from "./payment/billing/billing-key.ts";
export { chargeSchema, type ChargeInput } from "./payment/billing/charge-request.ts";
export {
  listedBillingKeySchema,
  type ListBillingKeysInput,
  type ListedBillingKey,
} from "./payment/billing/billing-key.ts";
export { issueSchema, type IssueBillingKeyInput } from "./payment/billing/issue-key.ts";
export { createSellerSchema, type CreateSellerInput } from "./payout/seller/create-seller.ts";
export { sellerSchema, type SellerView } from "./payout/seller/view.ts";
export { createBatchSchema, type CreateBatchInput, type CreatedBatch } from "./payout/check-batch.ts";
export { listPayoutsSchema, type ListPayoutsInput } from "./payout/list-payouts.ts";
export type { TransferAccountInput, TransferAccountView } from "./payout/daily-transfer.ts";
export { payoutListSchema, payoutSchema, type PayoutView } from "./payout/view.ts";
export type { ListSettlementsInput } from "./payout/settlement/look-up-settlement.ts";
export {
  settlementCalendarSchema,
  type SettlementCalendar,
  type SettlementDaysInput,
} from "./payout/settlement/settlement-days.ts";
export type { Audit } from "./ledger/entries/entries.ts";
export { balanceSchema, viewBalance, type Balance } from "./ledger/entries/entries.ts";
export { isSettlementId } from "./payout/settlement/settlement.ts";
export {
  orderSettlementSchema,
  settledSchema,
  type OrderSettlement,
  type SettledLines,
} from "./payout/settlement/view.ts";
export { deliveryStatuses, type WebhookTry } from "./engine/outbox/delivery.ts";
export type { WebhookDelivery } from "./oversight/webhook/deliveries.ts";
export {
  readWebhookEvent,
  webhookEvents,
  type WebhookEvent,
  type WebhookEventName,
} from "./oversight/webhook/events.ts";
export type { ListDeliveriesInput } from "./oversight/webhook/deliveries.ts";
export { setEndpointSchema, type SetEndpointInput, type SetEndpointOptions } from "./oversight/webhook/set-endpoint.ts";
export type { EndpointTest } from "./oversight/webhook/test-endpoint.ts";
export { webhookTest, type TestedWebhook } from "./oversight/webhook/events.ts";
export type { WebhookEndpoint } from "./oversight/webhook/endpoint.ts";
export type { WebhookAnswer, WebhookMessage, WebhookSender } from "./oversight/webhook/send.ts";
export { moveClockSchema, type ClockMove } from "./ledger/calendar/clock-move.ts";
export type { ClosedDays } from "./ledger/calendar/calendar.ts";
export type { BankHolidays } from "./ledger/calendar/business-days.ts";
export { dayInSeoul, seoulOffsetMs, seoulTime } from "./engine/time/seoul-time.ts";
export type * from "./ports.ts";
export {
  addOperatorSchema,
  changeOperatorSchema,
  type AddOperatorInput,
  type ChangeOperatorInput,
  type SetOperatorInput,
} from "./merchant/operator/set-operator.ts";
export type { RotateSecretInput } from "./oversight/webhook/endpoint-secret.ts";
