import type { z } from "zod";

import { attemptRecord, bankAttemptRecord } from "../src/engine/attempt/attempt.ts";
import { binReference } from "../src/gateway/bin.ts";
import { closedDaysRecord } from "../src/ledger/calendar/calendar.ts";
import { catalogReference } from "../src/gateway/catalog.ts";
import { earningRecord, settlementScheduleRecord } from "../src/ledger/earning/earning.ts";
import { settlementRecord } from "../src/payout/settlement/settlement.ts";
import { commitIdsRecord } from "../src/oversight/retention/commit-ids.ts";
import { idempotencyRecord } from "../src/engine/idempotency/idempotency.ts";
import { feedRecord } from "../src/gateway/installment/feed.ts";
import { apiKeyRecord } from "../src/merchant/api-key/api-key.ts";
import { logoRecord } from "../src/merchant/look.ts";
import { merchantIndexRecord, merchantRecord } from "../src/merchant/merchant.ts";
import { operatorActionRecord } from "../src/merchant/operator/action.ts";
import { cashierAllowanceRecord } from "../src/merchant/operator/cashier-allowance.ts";
import { operatorRecord } from "../src/merchant/operator/operator.ts";
import { operatorSessionRecord } from "../src/merchant/operator/authenticate-operator.ts";
import { operatorTriesRecord } from "../src/merchant/operator/password-tries.ts";
import { approvalRecord } from "../src/payment/intent/approval-attempt.ts";
import { reversalRecord } from "../src/payment/confirm/reversal-attempt.ts";
import { cancellationRecord } from "../src/payment/cancel/cancellation-attempt.ts";
import { intentRecord } from "../src/payment/intent/intent.ts";
import { orderRecord } from "../src/payment/intent/order.ts";
import { identityWalkRecord, payerIdentityRecord } from "../src/payment/payer-identity.ts";
import { payoutAttemptRecord } from "../src/payout/payout-attempt.ts";
import { payoutBatchRecord, payoutRecord, payoutRefRecord, payoutSlotRecord } from "../src/payout/payout.ts";
import { statementRecord } from "../src/payout/read-statement.ts";
import { transferAccountRecord } from "../src/payout/daily-transfer.ts";
import { billingKeyRecord } from "../src/payment/billing/billing-key.ts";
import { issueRecord } from "../src/payment/billing/token-issue.ts";
import { windowRecord, windowReferenceRecord } from "../src/payment/checkout/window-attempt.ts";
import { cardReleaseRecord } from "../src/payment/checkout/card-release.ts";
import { releaseRecord } from "../src/payment/billing/token-release.ts";
import { registrationRecord } from "../src/payout/seller/registration.ts";
import { externalSellerRecord, sellerRecord, sellerRefRecord } from "../src/payout/seller/seller.ts";
import { providerKeysRecord } from "../src/merchant/provider-key/provider-key.ts";
import { headRecord, partKind } from "../src/gateway/reference-table.ts";
import { retentionRecord } from "../src/oversight/retention/retention.ts";
import { writeTrialRecord } from "../src/oversight/readiness.ts";
import { secretCheckRecord } from "../src/merchant/secret/check-secret.ts";
import { sessionRecord } from "../src/payment/intent/session.ts";
import { deliveryRecord } from "../src/engine/outbox/delivery.ts";
import { endpointRecord } from "../src/oversight/webhook/endpoint.ts";
import type { RecordKind } from "../src/engine/commit/record.ts";

/** The schema of each kind's stored records; a second name distinguishes attempts and earnings. */
export const recordKinds: Readonly<Record<string, Pick<RecordKind<never>, "name"> & { readonly schema: z.ZodType }>> = {
  merchant: merchantRecord,
  merchantIndex: merchantIndexRecord,
  merchantLogo: logoRecord,
  apiKey: apiKeyRecord,
  providerKeys: providerKeysRecord,
  closedDays: closedDaysRecord,
  earning: earningRecord,
  settlement: settlementRecord,
  settlementSchedule: settlementScheduleRecord,
  session: sessionRecord,
  intent: intentRecord,
  order: orderRecord,
  attempt: attemptRecord,
  "attempt approval": approvalRecord,
  "attempt reversal": reversalRecord,
  "attempt cancellation": cancellationRecord,
  bankAttempt: bankAttemptRecord,
  "attempt token-issue": issueRecord,
  "attempt token-release": releaseRecord,
  "attempt card-release": cardReleaseRecord,
  "attempt authentication": windowRecord,
  windowReference: windowReferenceRecord,
  billingKey: billingKeyRecord,
  "bankAttempt seller-registration": registrationRecord,
  "bankAttempt payout": payoutAttemptRecord,
  seller: sellerRecord,
  sellerRef: sellerRefRecord,
  externalSeller: externalSellerRecord,
  payout: payoutRecord,
  payoutRef: payoutRefRecord,
  payoutSlot: payoutSlotRecord,
  payoutBatch: payoutBatchRecord,
  payoutStatement: statementRecord,
  transferAccount: transferAccountRecord,
  idempotency: idempotencyRecord,
  cardTable: headRecord,
  "cardTablePart bins": partKind(binReference),
  "cardTablePart catalog": partKind(catalogReference),
  installmentFeed: feedRecord,
  commitIds: commitIdsRecord,
  secretCheck: secretCheckRecord,
  writeTrial: writeTrialRecord,
  webhookEndpoint: endpointRecord,
  webhookDelivery: deliveryRecord,
  retention: retentionRecord,
  identityWalk: identityWalkRecord,
  payerIdentity: payerIdentityRecord,
  operator: operatorRecord,
  operatorSession: operatorSessionRecord,
  cashierAllowance: cashierAllowanceRecord,
  operatorAction: operatorActionRecord,
  operatorTries: operatorTriesRecord,
};
