export { merchantRecord, type Merchant } from "./merchant/merchant.ts";
export {
  sessionRecord,
  sessionStates,
  type Session,
  type SessionEvent,
  type SessionStatus,
} from "./session/session.ts";
export { intentRecord, intentStates, type Intent, type IntentEvent, type IntentStatus } from "./payment/intent.ts";
export { orderRecord } from "./payment/order.ts";
export { approvalRecord, type ApprovalAttempt } from "./payment/approval-attempt.ts";
export { reversalRecord, type ReversalAttempt } from "./payment/reversal-attempt.ts";
export { cancellationRecord, type CancellationAttempt } from "./payment/cancellation-attempt.ts";
export {
  attemptRecord,
  attemptStates,
  type Attempt,
  type AttemptEvent,
  type AttemptStatus,
} from "./attempt/attempt.ts";
export { idempotencyRecord, type IdempotencyRecord } from "./idempotency/idempotency.ts";
export { MalformedRecord, readBody, recordKind, type RecordKind, type RecordRef } from "./commit/record.ts";
export { billingKeyRecord, billingKeyStates, type BillingKey } from "./billing/billing-key.ts";
export { issueRecord } from "./billing/token-issue-attempt.ts";
export { releaseRecord } from "./billing/token-release-attempt.ts";
export { cardReleaseRecord } from "./checkout/card-release.ts";
export { registrationRecord } from "./seller/registration-attempt.ts";
export { sellerRecord, sellerStates, type Seller, type SellerEvent, type SellerStatus } from "./seller/seller.ts";
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
export { earningRecord, type Earning } from "./earning/earning.ts";
export { settlementScheduleRecord } from "./earning/next-settlement.ts";
export { settlementRecord, type Settlement } from "./settlement/settlement.ts";
export {
  deliveryRecord,
  deliveryStates,
  type Delivery,
  type DeliveryEvent,
  type DeliveryStatus,
} from "./webhook-delivery/delivery.ts";
export { endpointRecord } from "./webhook/endpoint.ts";
export { closedDaysRecord } from "./calendar/calendar.ts";
export type { StateTable } from "./commit/state-table.ts";
