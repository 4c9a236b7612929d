import { refusedIfNotSent } from "../../engine/attempt/call.ts";
import type { StoredCardDetails } from "../../gateway/gateway.ts";
import { askGateway, type GatewayContext } from "../../gateway/context.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import type { IssueAttempt } from "./token-issue-attempt.ts";
import { concludeIssue } from "./token-issue-outcome.ts";

/** Undefined if the outcome could not be committed. */
export async function askForToken(
  context: GatewayContext,
  tenant: Tenant,
  { attempt, card }: { readonly attempt: IssueAttempt; readonly card: StoredCardDetails },
) {
  const { key, deadline: until } = attempt;
  const answer = await askGateway(context, { tenant, attempt, until }, (gateway, question) =>
    gateway.issueToken({ ...question, card }),
  );
  const after = await concludeIssue(context, tenant, { key, found: refusedIfNotSent(answer) });
  return after.ok ? after.value : undefined;
}
