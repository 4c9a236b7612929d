import { believed, isSettled } from "../../engine/attempt/sending.ts";
import type { Approval } from "../../gateway/gateway.ts";
import type { ApprovalRefusal } from "../../gateway/refusals.ts";
import { askGateway, promisesOf } from "../../gateway/context.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import type { ApprovalAttempt } from "../intent/approval-attempt.ts";
import type { PaymentContext } from "../intent/context.ts";

/** Asks the gateway about an approval; `not-found` only once the approval has settled. */
export async function lookUpApproval(context: PaymentContext, tenant: Tenant, attempt: ApprovalAttempt) {
  const settled = isSettled(attempt, promisesOf(context, tenant, attempt), context.clock.now());
  const { reference } = attempt;
  const found = await askGateway(context, { tenant, attempt }, (gateway, question) =>
    gateway.lookUpApproval({ ...question, reference }),
  );
  return believed<Approval, ApprovalRefusal>(found, settled);
}
