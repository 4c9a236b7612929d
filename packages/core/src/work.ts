import { attemptWork, bindKind, type BoundAttemptKind } from "./attempt/drive.ts";
import type { PaymentContext } from "./payment/context.ts";
import { sessionWork } from "./checkout/expire.ts";
import { commitIdsWork } from "./commit-ids.ts";
import type { Work } from "./due-work.ts";
import { idempotencyWork } from "./idempotency/forget.ts";
import { feedWork, type InstallmentContext } from "./installment/feed.ts";
import { intentWork } from "./payment/expire.ts";
import { settlementWork } from "./settlement/settle.ts";
import { approvalKind, cancellationKind, reversalKind } from "./payment/lost-answer.ts";

/** Every kind of attempt. */
export const attemptKinds: readonly BoundAttemptKind<PaymentContext>[] = [
  bindKind(approvalKind),
  bindKind(reversalKind),
  bindKind(cancellationKind),
];

/** Everything that happens by itself. */
export const works: readonly Work<PaymentContext & InstallmentContext>[] = [
  attemptWork(attemptKinds),
  sessionWork,
  intentWork,
  idempotencyWork,
  feedWork,
  settlementWork,
  commitIdsWork,
];
