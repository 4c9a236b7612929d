import { refusedIfNotSent } from "../attempt/call.ts";
import type { StoredCardDetails } from "../card-network/card-network.ts";
import { askCardNetwork, type CardNetworkContext } from "../card-network/context.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { IssueAttempt } from "./token-issue-attempt.ts";
import { concludeIssue } from "./token-issue-outcome.ts";

/** Undefined where the outcome could not be committed. */
export async function askForToken(
  context: CardNetworkContext,
  tenant: Tenant,
  { attempt, card }: { readonly attempt: IssueAttempt; readonly card: StoredCardDetails },
) {
  const { key, deadline: until } = attempt;
  const answer = await askCardNetwork(context, { tenant, attempt, until }, (network, question) =>
    network.issueToken({ ...question, card }),
  );
  const after = await concludeIssue(context, tenant, { key, found: refusedIfNotSent(answer) });
  return after.ok ? after.value : undefined;
}
