import { issueKind } from "./payment/billing/token-issue.ts";
import { releaseKind } from "./payment/billing/token-release.ts";
import { attemptWorks, bindKind, type BoundAttemptKind } from "./engine/attempt/lost-answer.ts";
import type { PaymentContext } from "./payment/intent/intent.ts";
import { cardReleaseKind } from "./payment/checkout/card-release.ts";
import { windowKind } from "./payment/checkout/conclude-window.ts";
import { sessionWork } from "./payment/checkout/end-link.ts";
import { commitIdsWork } from "./oversight/retention/commit-ids.ts";
import type { Work } from "./engine/due-work/work.ts";
import { idempotencyWork } from "./engine/idempotency/idempotency.ts";
import { feedWork, type InstallmentContext } from "./gateway/installment/feed.ts";
import { operatorSessionWork } from "./merchant/operator/authenticate-operator.ts";
import { operatorTriesWork } from "./merchant/operator/password-tries.ts";
import { intentWork } from "./payment/confirm/confirm-window.ts";
import { settlementWork } from "./payout/settlement/settle.ts";
import { webhookWork } from "./oversight/webhook/deliver.ts";
import { endpointWork } from "./oversight/webhook/endpoint-secret.ts";
import { dailyTransferWork } from "./payout/daily-transfer.ts";
import { payerIdentityWork, shortestLifetime } from "./payment/payer-identity.ts";
import { payoutKind } from "./payout/payout-call.ts";
import { statementWork } from "./payout/read-statement.ts";
import { payoutWork } from "./payout/submit.ts";
import type { PayoutBankContext } from "./payout/bank/context.ts";
import { providerKeysWork } from "./merchant/provider-key/provider-key.ts";
import { retentionWork } from "./oversight/retention/retention.ts";
import { registrationKind } from "./payout/seller/registration.ts";
import { sellerWork } from "./payout/seller/seller.ts";
import type { Settings } from "./settings.ts";
import type { WebhookSender } from "./oversight/webhook/send.ts";
import { approvalKind } from "./payment/confirm/approval-call.ts";
import { cancellationKind } from "./payment/cancel/cancellation-call.ts";
import { reversalKind } from "./payment/confirm/reversal-call.ts";

type WorkContext = PaymentContext & PayoutBankContext & InstallmentContext;

export const attemptKinds: readonly BoundAttemptKind<WorkContext>[] = [
  bindKind(approvalKind),
  bindKind(reversalKind),
  bindKind(cancellationKind),
  bindKind(issueKind),
  bindKind(releaseKind),
  bindKind(cardReleaseKind),
  bindKind(windowKind),
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
  const all = [...works, payoutWork(settings.payoutSubmissions), ...purgesOf(settings)];
  return sender === undefined ? all : [...all, webhookWork(sender)];
}

function purgesOf(settings: Settings): readonly Work<WorkContext>[] {
  const purgesIdentities = shortestLifetime(settings) !== undefined;
  const purgesAnything = purgesIdentities || settings.deliveredWebhookLifetimeMs !== null;
  return [...(purgesAnything ? [retentionWork] : []), ...(purgesIdentities ? [payerIdentityWork] : [])];
}
