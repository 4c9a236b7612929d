import { decideAndCommit, type Decision, type DecisionSteps } from "../commit/commit.ts";
import type { IndexedKind } from "../commit/record.ts";
import type { ErrorCode } from "../../error-messages.ts";
import type { Context } from "../../context.ts";
import { ok, type Ok, type Refused } from "../../result.ts";
import { tenantId, type Tenant } from "../tenant/tenant.ts";
import { type Attempt, attemptRecord, flaggedList, isLostCard, type AttemptStatus } from "./attempt.ts";
import type { ProviderSaid } from "../../ports.ts";
import { stillUnknown } from "./lost-answer.ts";
import { listPage } from "../commit/list-page.ts";
import type { PageInput } from "../request/page.ts";

export interface NewFlag {
  readonly key: string;
  /** In English, for the service's operators. */
  readonly reason: string;
  /** What the provider last said, if anything. */
  readonly said?: ProviderSaid | null;
}

/**
 * The flag of an attempt that a change has flagged; undefined otherwise. Only the decision knows the attempt before, so
 * each flag is reported once, by the commit that set it.
 *
 * @param finding the provider's answer, where that is the reason
 */
export function newFlag(before: Attempt, after: Attempt, finding?: string): NewFlag | undefined {
  if (!after.flagged || before.flagged) return undefined;
  const { key, kind, lookUps, said } = after;
  return { key, reason: finding ?? `${kind} without an outcome after ${lookUps} look-ups`, said };
}

function reportFlag(context: Context, tenant: Tenant, flag: NewFlag | undefined): void {
  if (flag === undefined) return;
  const { key, reason, said } = flag;
  const provider = said ? { code: said.code, message: said.message } : undefined;
  const notice = { tenant: tenantId(tenant), attempt: key, reason, ...(provider && { provider }) };
  context.notify({ kind: "attempt-flagged", ...notice });
}

/** The attempts as a decision leaves them, with a flag that it has set. */
export interface Flagged<After> {
  readonly after: After;
  readonly flag?: NewFlag | undefined;
}

/** Commits a decision about an outcome, and notifies the operator of a flag that it has set. */
export async function commitOutcome<Loaded, After, const Code extends ErrorCode = never>(
  context: Context,
  steps: DecisionSteps<Loaded, Decision<Ok<Flagged<After>> | Refused<Code>>> & { readonly tenant: Tenant },
) {
  const decided = await decideAndCommit(context, steps);
  if (!decided.ok) return decided;
  reportFlag(context, steps.tenant, decided.value.flag);
  return ok(decided.value.after);
}

/** The decision about an answer without an outcome; `finding` is the provider's answer, if an operator must see it. */
export function decideUnknown<Body extends Attempt>(
  record: IndexedKind<Body>,
  attempt: Body,
  at: Parameters<typeof stillUnknown>[1] & { readonly finding: string | undefined },
): Decision<Ok<Flagged<Body>>> {
  const after = stillUnknown(attempt, at);
  return {
    answer: ok({ after, flag: newFlag(attempt, after, at.finding) }),
    changes: { writes: [record.write(after)] },
  };
}

/** An attempt that needs an operator. Times are in milliseconds since 1970. */
export interface FlaggedAttempt {
  /** The provider knows the call by it. */
  readonly key: string;
  /** Such as `approval`, `reversal`, `cancellation`. */
  readonly kind: string;
  readonly status: AttemptStatus;
  readonly openedAt: number;
  readonly lookUps: number;
  readonly mId: number;
  /** The name under which its gateway is bound; null for a call to a payout bank. */
  readonly gateway: string | null;
  /**
   * Whether it releases a stored card whose token is unknown, because its answer was lost and the gateway does not find
   * it by its key. Without the token the card can't be charged: evidence of either outcome ends the attempt.
   */
  readonly isLostCard: boolean;
  /** Null if the attempt is about no payment, such as a payout or a stored card. */
  readonly payment: AttemptedPayment | null;
  /** The provider's last message, without card data; null if there is none. For operators only. */
  readonly provider: ProviderSaid | null;
  /** Why the last outcome was unknown, without card data; null if the last one was known. */
  readonly unknownReason: string | null;
}

export interface AttemptedPayment {
  readonly orderId: string;
  /** The amount of this call, in won; the whole payment's where the call has none. */
  readonly amount: number;
  /** Null if the card was not checked. */
  readonly maskedNumber: string | null;
}

/** Finds the payments that attempts are about, by the attempts' keys. */
export type AboutPayments<Reach extends Context> = (
  context: Reach,
  tenant: Tenant,
  attempts: readonly Attempt[],
) => Promise<ReadonlyMap<string, AttemptedPayment>>;

export const listFlaggedErrors = ["INVALID_REQUEST"] as const;

export async function listFlagged<Reach extends Context>(
  context: Reach,
  tenant: Tenant,
  { input, aboutPayments }: { readonly input: PageInput; readonly aboutPayments: AboutPayments<Reach> },
) {
  const list = { tenant, list: flaggedList, order: "ascending" } as const;
  const page = await listPage(context, { ...list, kind: attemptRecord, view: (attempt) => attempt }, input);
  if (!page.ok) return page;
  const { items } = page.value;
  const payments = await aboutPayments(context, tenant, items);
  return ok({ ...page.value, items: items.map((attempt) => viewAttempt(tenant, attempt, payments.get(attempt.key))) });
}

export function viewAttempt({ mId }: Tenant, attempt: Attempt, payment: AttemptedPayment | undefined): FlaggedAttempt {
  const { key, kind, status, openedAt, lookUps, said, unknownReason, gateway } = attempt;
  const provider = said === null ? null : { code: said.code, message: said.message };
  return {
    key,
    kind,
    status,
    openedAt,
    lookUps,
    mId,
    gateway: typeof gateway === "string" ? gateway : null,
    isLostCard: isLostCard(attempt),
    payment: payment ?? null,
    provider,
    unknownReason,
  };
}
