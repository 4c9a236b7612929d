import { concluded, isConcluded } from "../../engine/attempt/attempt.ts";
import { knownRefusal, type Found } from "../../engine/attempt/call.ts";
import { heard } from "../../engine/attempt/scrub.ts";
import type { AuthenticatedCard } from "../../gateway/gateway.ts";
import { authenticationRefusals, type AuthenticationRefusal } from "../../gateway/refusals.ts";
import { isCardOf, isTokenText } from "../../gateway/answers.ts";
import type { GatewayContext } from "../../gateway/context.ts";
import { decideAndCommit, type Decision } from "../../engine/commit/commit.ts";
import { ok, refuse, type Ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { billingKeyRecord, type BillingKey } from "./billing-key.ts";
import { issueRecord, type IssueAttempt } from "./token-issue-attempt.ts";
import { openRelease, releaseRecord } from "./token-release-attempt.ts";

export interface IssueOutcome {
  readonly key: string;
  readonly found: Found<AuthenticatedCard, AuthenticationRefusal>;
}

/**
 * Applies the outcome of issuing a token, from the call or after the request is gone. Idempotent. Only the request that
 * sent the card can use the token. If it does not receive the token in time, the token is released.
 */
export function concludeIssue(context: GatewayContext, tenant: Tenant, { key, found }: IssueOutcome) {
  return decideAndCommit(context, {
    tenant,
    lane: key,
    async load(read) {
      const [attempt] = await read(issueRecord.ref(key));
      if (attempt === undefined) throw new Error(`attempt ${key} has no record`);
      return attempt;
    },
    decide: (attempt, now) => decideOutcome(attempt, found, now),
  });
}

function decideOutcome(attempt: IssueAttempt, found: IssueOutcome["found"], now: number): Decision<Ok<IssueAttempt>> {
  if (isConcluded(attempt)) return { answer: ok(attempt) };
  const { billkey, customerId, gateway, openedAt: tokenAskedAt, deadline: tokenDeadline } = attempt;
  if (found.outcome === "done" && isCardOf(attempt.key, found.value)) {
    const { token: cardToken, maskedNumber, issuerCode } = found.value;
    const done: IssueAttempt = { ...concluded(attempt, "DONE"), answer: ok({ billkey }) };
    const card = { gateway, cardToken, maskedNumber, issuerCode };
    const dates = { createdAt: now, deletedAt: null };
    const key: BillingKey = { billkey, customerId, ...card, status: "ACTIVE", ...dates, charging: [] };
    return { answer: ok(done), changes: { writes: [issueRecord.write(done), billingKeyRecord.make(key)] } };
  }
  const code =
    found.outcome === "refused" ? knownRefusal(authenticationRefusals, found.code) : "FAILED_BILL_KEY_AUTH_CREATION";
  const refused: IssueAttempt = { ...concluded(heard(attempt, found), "REFUSED"), answer: refuse(code) };
  const writes = [issueRecord.write(refused)];
  // No charge can use the token, so it is released at once. Never release the token in an answer for another key.
  const received = found.outcome === "done" && found.value.key === attempt.key ? found.value.token : null;
  const token = isTokenText(received) ? received : null;
  const issued = { billkey, tokenKey: attempt.key, gateway, token, tokenAskedAt, tokenDeadline };
  const release = openRelease(issued, { now, deadline: now });
  if (found.outcome !== "refused") writes.push(releaseRecord.make(release));
  return { answer: ok(refused), changes: { writes } };
}
