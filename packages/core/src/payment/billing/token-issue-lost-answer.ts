import type { AttemptKind } from "../../engine/attempt/lost-answer.ts";
import type { GatewayContext } from "../../gateway/context.ts";
import { ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { issueRecord, type IssueAttempt } from "./token-issue-attempt.ts";
import { concludeIssue } from "./token-issue-outcome.ts";

/** Ends an attempt whose request is gone: the card went with it. */
export async function giveUpIssue(
  context: GatewayContext,
  tenant: Tenant,
  key: string,
): Promise<IssueAttempt | undefined> {
  const found = { outcome: "unknown", reason: "the request that sent the card is gone" } as const;
  const after = await concludeIssue(context, tenant, { key, found });
  return after.ok ? after.value : undefined;
}

/** Only its own request can end it with a key. */
export const issueKind: AttemptKind<GatewayContext, IssueAttempt> = {
  name: "token-issue",
  record: issueRecord,
  findOut: async (context, tenant, attempt) => (await giveUpIssue(context, tenant, attempt.key)) ?? attempt,
  async resolve(context, tenant, { attempt }) {
    return ok(await giveUpIssue(context, tenant, attempt.key));
  },
};
