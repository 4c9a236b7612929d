export { merchantRecord, type Merchant } from "./merchant/merchant.ts";
export {
  sessionRecord,
  sessionStates,
  type Session,
  type SessionEvent,
  type SessionStatus,
} from "./payment/intent/session.ts";
export {
  intentRecord,
  intentStates,
  type Intent,
  type IntentEvent,
  type IntentStatus,
} from "./payment/intent/intent.ts";
export { orderRecord } from "./payment/intent/order.ts";
export { approvalRecord, type ApprovalAttempt } from "./payment/intent/approval-attempt.ts";
export { reversalRecord, type ReversalAttempt } from "./payment/confirm/reversal-attempt.ts";
export { cancellationRecord, type CancellationAttempt } from "./payment/cancel/cancellation-attempt.ts";
export {
  attemptRecord,
  attemptStates,
  type Attempt,
  type AttemptEvent,
  type AttemptStatus,
} from "./engine/attempt/attempt.ts";
export { idempotencyRecord, type IdempotencyRecord } from "./engine/idempotency/idempotency.ts";
export { MalformedRecord, readBody, recordKind, type RecordKind, type RecordRef } from "./engine/commit/record.ts";
export { billingKeyRecord, billingKeyStates, type BillingKey } from "./payment/billing/billing-key.ts";
export { issueRecord } from "./payment/billing/token-issue.ts";
export { releaseRecord } from "./payment/billing/token-release.ts";
export { cardReleaseRecord } from "./payment/checkout/card-release.ts";
export { registrationRecord } from "./payout/seller/registration.ts";
export {
  sellerRecord,
  sellerStates,
  type Seller,
  type SellerEvent,
  type SellerStatus,
} from "./payout/seller/seller.ts";
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
export { statementRecord } from "./payout/read-statement.ts";
export { earningRecord, type Earning } from "./ledger/earning/earning.ts";
export { settlementScheduleRecord } from "./ledger/earning/earning.ts";
export { settlementRecord, type Settlement } from "./payout/settlement/settlement.ts";
export {
  deliveryRecord,
  deliveryStates,
  type Delivery,
  type DeliveryEvent,
  type DeliveryStatus,
} from "./engine/outbox/delivery.ts";
export { endpointRecord } from "./oversight/webhook/endpoint.ts";
export { closedDaysRecord } from "./ledger/calendar/calendar.ts";
export type { StateTable } from "./engine/commit/state-table.ts";
