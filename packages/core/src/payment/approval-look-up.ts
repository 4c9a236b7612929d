import { believed, isSettled } from "../attempt/sending.ts";
import type { Approval } from "../card-network/card-network.ts";
import type { ApprovalRefusal } from "../card-network/refusals.ts";
import { askCardNetwork, promisesOf } from "../card-network/context.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { ApprovalAttempt } from "./approval-attempt.ts";
import type { PaymentContext } from "./context.ts";

/** Asks the network about an approval; `not-found` only once the approval has settled. */
export async function lookUpApproval(context: PaymentContext, tenant: Tenant, attempt: ApprovalAttempt) {
  const settled = isSettled(attempt, promisesOf(context, tenant, attempt), context.clock.now());
  const { reference } = attempt;
  const found = await askCardNetwork(context, { tenant, attempt }, (network, question) =>
    network.lookUpApproval({ ...question, reference }),
  );
  return believed<Approval, ApprovalRefusal>(found, settled);
}
