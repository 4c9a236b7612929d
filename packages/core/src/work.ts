import { attemptWork, bindKind, type BoundAttemptKind } from "./attempt/drive.ts";
import type { PaymentContext } from "./payment/context.ts";
import { sessionWork } from "./checkout/expire.ts";
import { commitIdsWork } from "./commit-ids.ts";
import type { Work } from "./due-work.ts";
import { idempotencyWork } from "./idempotency/forget.ts";
import { feedWork, type InstallmentContext } from "./installment/feed.ts";
import { operatorSessionWork, operatorTriesWork } from "./operator/forget.ts";
import { intentWork } from "./payment/expire.ts";
import { settlementWork } from "./settlement/settle.ts";
import { settlementBody, settlementEvent } from "./settlement/webhook.ts";
import { webhookWork, type WebhookPorts } from "./webhook/deliver.ts";
import { endpointWork } from "./webhook/seal-anew.ts";
import type { WebhookSender } from "./webhook/sender.ts";
import { approvalKind, cancellationKind, reversalKind } from "./payment/lost-answer.ts";

type WorkContext = PaymentContext & InstallmentContext;

/** Every kind of attempt. */
export const attemptKinds: readonly BoundAttemptKind<PaymentContext>[] = [
  bindKind(approvalKind),
  bindKind(reversalKind),
  bindKind(cancellationKind),
];

/** How the body of each event is made that merchants are told of. */
const webhookBodies: WebhookPorts["bodies"] = { [settlementEvent]: settlementBody };

const works: readonly Work<WorkContext>[] = [
  attemptWork(attemptKinds),
  sessionWork,
  intentWork,
  idempotencyWork,
  feedWork,
  settlementWork,
  commitIdsWork,
  endpointWork,
  operatorSessionWork,
  operatorTriesWork,
];

/** Everything that happens by itself. Webhooks wait for a process that can send them. */
export function worksOf(sender: WebhookSender | undefined): readonly Work<WorkContext>[] {
  return sender === undefined ? works : [...works, webhookWork({ sender, bodies: webhookBodies })];
}
