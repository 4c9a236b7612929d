import { z } from "zod";
import type { IndexedKind } from "../../engine/commit/record.ts";
import {
  answerSchema,
  attemptKindRecord,
  attemptKindSchema,
  openAttempt,
  concluded,
  isConcluded,
  type CallTime,
} from "../../engine/attempt/attempt.ts";
import { routeFields, type Route } from "../../engine/attempt/sending.ts";
import { authenticationRefusals, type AuthenticationRefusal } from "../../gateway/refusals.ts";
import type { ErrorCode } from "../../error-messages.ts";
import { tokenKey } from "../intent/attempt-keys.ts";
import { billkeySchema, billingKeyRecord, type BillingKey } from "./billing-key.ts";
import { knownRefusal, refusedIfNotSent, type Found } from "../../engine/attempt/call.ts";
import { withProviderMessage } from "../../engine/attempt/scrub.ts";
import type { AuthenticatedCard, StoredCardDetails } from "../../gateway/gateway.ts";
import { isCardOf, isTokenText } from "../../gateway/answers.ts";
import { askKeyIn, type GatewayContext } from "../../gateway/context.ts";
import { decideAndCommit, type Decision } from "../../engine/commit/commit.ts";
import { ok, refuse, type Ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { openRelease, releaseRecord } from "./token-release.ts";
import type { AttemptKind } from "../../engine/attempt/lost-answer.ts";

/** Refusals when no billing key is issued; a token that arrives later is released. */
export const issueRefusals = [
  ...authenticationRefusals,
  "FAILED_BILL_KEY_AUTH_CREATION",
] as const satisfies readonly ErrorCode[];

const issueAttemptSchema = attemptKindSchema("token-issue", {
  ...routeFields,
  billkey: z.string(),
  customerId: z.string(),
  answer: answerSchema(billkeySchema, issueRefusals),
});

type IssueAttempt = z.output<typeof issueAttemptSchema>;

export const issueRecord: IndexedKind<IssueAttempt> = attemptKindRecord(issueAttemptSchema);

export function openIssue(
  about: Pick<IssueAttempt, "billkey" | "customerId" | keyof Route>,
  time: CallTime,
): IssueAttempt {
  return { ...openAttempt({ key: tokenKey(about.billkey), kind: "token-issue" }, time), ...about, answer: null };
}

interface IssueOutcome {
  readonly key: string;
  readonly found: Found<AuthenticatedCard, AuthenticationRefusal>;
}

/**
 * Applies the outcome of issuing a token, from the call or after the request is gone. Idempotent. Only the request that
 * sent the card can use the token. If it does not receive the token in time, the token is released.
 */
function concludeIssue(context: GatewayContext, tenant: Tenant, { key, found }: IssueOutcome) {
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
  const refused: IssueAttempt = { ...concluded(withProviderMessage(attempt, found), "REFUSED"), answer: refuse(code) };
  const writes = [issueRecord.write(refused)];
  // No charge can use the token, so it is released at once. Never release the token in an answer for another key.
  const received = found.outcome === "done" && found.value.key === attempt.key ? found.value.token : null;
  const token = isTokenText(received) ? received : null;
  const issued = { billkey, tokenKey: attempt.key, gateway, token, tokenAskedAt, tokenDeadline };
  const release = openRelease(issued, { now, deadline: now });
  if (found.outcome !== "refused") writes.push(releaseRecord.make(release));
  return { answer: ok(refused), changes: { writes } };
}

/** Undefined if the outcome could not be committed. */
export async function askForToken(
  context: GatewayContext,
  tenant: Tenant,
  { attempt, card }: { readonly attempt: IssueAttempt; readonly card: StoredCardDetails },
) {
  const { key, deadline: until } = attempt;
  const answer = await askKeyIn(context, { tenant, attempt, until }, (keyIn, question) =>
    keyIn.issueToken({ ...question, card }),
  );
  const after = await concludeIssue(context, tenant, { key, found: refusedIfNotSent(answer) });
  return after.ok ? after.value : undefined;
}

/** Ends an attempt whose request is gone, and with it the card data. */
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
