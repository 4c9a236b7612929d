import { issueKind } from "./billing/token-issue-lost-answer.ts";
import { releaseKind } from "./billing/token-release-lost-answer.ts";
import { attemptWorks, bindKind, type BoundAttemptKind } from "./attempt/lost-answer.ts";
import type { PaymentContext } from "./payment/context.ts";
import { cardReleaseKind } from "./checkout/card-release.ts";
import { sessionWork } from "./checkout/expire.ts";
import { commitIdsWork } from "./retention/commit-ids.ts";
import type { Work } from "./work/work.ts";
import { idempotencyWork } from "./idempotency/forget.ts";
import { feedWork, type InstallmentContext } from "./installment/feed.ts";
import { operatorSessionWork } from "./operator/operator-session.ts";
import { operatorTriesWork } from "./operator/password-tries.ts";
import { intentWork } from "./payment/expire.ts";
import { settlementWork } from "./settlement/settle.ts";
import { webhookWork } from "./webhook/deliver.ts";
import { endpointWork } from "./webhook/seal-anew.ts";
import { dailyTransferWork } from "./payout/daily-transfer.ts";
import { payerIdentityWork } from "./payer-identity/forget.ts";
import { shortestLifetime } from "./payer-identity/payer-identity.ts";
import { payoutKind } from "./payout/payout-lost-answer.ts";
import { statementWork } from "./payout/read-statement.ts";
import { payoutWork } from "./payout/submit.ts";
import type { PayoutBankContext } from "./payout-bank/context.ts";
import { providerKeysWork } from "./provider-key/seal-anew.ts";
import { retentionWork } from "./retention/retention.ts";
import { registrationKind } from "./seller/registration-lost-answer.ts";
import { sellerWork } from "./seller/seal-anew.ts";
import type { Settings } from "./settings.ts";
import type { WebhookSender } from "./webhook-delivery/sender.ts";
import { approvalKind } from "./payment/approval-lost-answer.ts";
import { cancellationKind } from "./payment/cancellation-lost-answer.ts";
import { reversalKind } from "./payment/reversal-lost-answer.ts";

type WorkContext = PaymentContext & PayoutBankContext & InstallmentContext;

export const attemptKinds: readonly BoundAttemptKind<WorkContext>[] = [
  bindKind(approvalKind),
  bindKind(reversalKind),
  bindKind(cancellationKind),
  bindKind(issueKind),
  bindKind(releaseKind),
  bindKind(cardReleaseKind),
  bindKind(registrationKind),
  bindKind(payoutKind),
];

const works: readonly Work<WorkContext>[] = [
  ...attemptWorks(attemptKinds),
  sessionWork,
  intentWork,
  idempotencyWork,
  feedWork,
  settlementWork,
  sellerWork,
  dailyTransferWork,
  statementWork,
  commitIdsWork,
  endpointWork,
  providerKeysWork,
  operatorSessionWork,
  operatorTriesWork,
];

/** All kinds of due work. Webhooks wait for a process that can send them. */
export function worksOf(settings: Settings, sender: WebhookSender | undefined): readonly Work<WorkContext>[] {
  const all = [...works, payoutWork(settings.payoutSubmissions), ...forgettingOf(settings)];
  return sender === undefined ? all : [...all, webhookWork(sender)];
}

function forgettingOf(settings: Settings): readonly Work<WorkContext>[] {
  const forgetsIdentities = shortestLifetime(settings) !== undefined;
  const forgetsAnything = forgetsIdentities || settings.deliveredWebhookLifetimeMs !== null;
  return [...(forgetsAnything ? [retentionWork] : []), ...(forgetsIdentities ? [payerIdentityWork] : [])];
}
