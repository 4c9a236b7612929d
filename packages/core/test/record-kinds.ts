import type { z } from "zod";

import { attemptRecord, bankAttemptRecord } from "../src/attempt/attempt.ts";
import { binReference } from "../src/bin/bin.ts";
import { closedDaysRecord } from "../src/calendar/calendar.ts";
import { catalogReference } from "../src/catalog/catalog.ts";
import { earningRecord } from "../src/earning/earning.ts";
import { settlementScheduleRecord } from "../src/earning/next-settlement.ts";
import { settlementRecord } from "../src/settlement/settlement.ts";
import { commitIdsRecord } from "../src/retention/commit-ids.ts";
import { idempotencyRecord } from "../src/idempotency/idempotency.ts";
import { feedRecord } from "../src/installment/feed.ts";
import { apiKeyRecord } from "../src/api-key/api-key.ts";
import { logoRecord } from "../src/merchant/logo.ts";
import { merchantIndexRecord, merchantRecord } from "../src/merchant/merchant.ts";
import { operatorActionRecord } from "../src/operator/action.ts";
import { cashierAllowanceRecord } from "../src/operator/cashier-allowance.ts";
import { operatorRecord } from "../src/operator/operator.ts";
import { operatorSessionRecord } from "../src/operator/operator-session.ts";
import { operatorTriesRecord } from "../src/operator/password-tries.ts";
import { approvalRecord } from "../src/payment/approval-attempt.ts";
import { reversalRecord } from "../src/payment/reversal-attempt.ts";
import { cancellationRecord } from "../src/payment/cancellation-attempt.ts";
import { intentRecord } from "../src/payment/intent.ts";
import { orderRecord } from "../src/payment/order.ts";
import { identityWalkRecord } from "../src/payer-identity/find.ts";
import { payerIdentityRecord } from "../src/payer-identity/payer-identity.ts";
import { payoutAttemptRecord } from "../src/payout/payout-attempt.ts";
import { payoutBatchRecord, payoutRecord, payoutRefRecord, payoutSlotRecord } from "../src/payout/payout.ts";
import { statementRecord } from "../src/payout/next-statement.ts";
import { transferAccountRecord } from "../src/payout/transfer-account.ts";
import { billingKeyRecord } from "../src/billing/billing-key.ts";
import { issueRecord } from "../src/billing/token-issue-attempt.ts";
import { cardReleaseRecord } from "../src/checkout/card-release.ts";
import { releaseRecord } from "../src/billing/token-release-attempt.ts";
import { registrationRecord } from "../src/seller/registration-attempt.ts";
import { externalSellerRecord, sellerRecord, sellerRefRecord } from "../src/seller/seller.ts";
import { providerKeysRecord } from "../src/provider-key/provider-key.ts";
import { headRecord, partKind } from "../src/reference-table/reference-table.ts";
import { retentionRecord } from "../src/retention/retention.ts";
import { writeTrialRecord } from "../src/readiness/readiness.ts";
import { secretCheckRecord } from "../src/secret/check-secret.ts";
import { sessionRecord } from "../src/session/session.ts";
import { deliveryRecord } from "../src/webhook-delivery/delivery.ts";
import { endpointRecord } from "../src/webhook/endpoint.ts";
import type { RecordKind } from "../src/commit/record.ts";

/** The schema of each kind's stored records; a second name tells attempts and earnings apart. */
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
