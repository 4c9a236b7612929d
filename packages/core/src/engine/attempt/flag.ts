import { decideAndCommit, type Decision, type DecisionSteps } from "../commit/commit.ts";
import type { IndexedKind } from "../commit/record.ts";
import type { ErrorCode } from "../../errors.ts";
import type { Context } from "../../context.ts";
import { ok, type Ok, type Refused } from "../../result.ts";
import { tenantId, type Tenant } from "../tenant/tenant.ts";
import { type Attempt } from "./attempt.ts";
import type { ProviderSaid } from "../../ports.ts";
import { stillUnknown } from "./lost-answer.ts";

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

function tellFlag(context: Context, tenant: Tenant, flag: NewFlag | undefined): void {
  if (flag === undefined) return;
  const { key, reason, said } = flag;
  const provider = said ? { code: said.code, message: said.message } : undefined;
  const told = { tenant: tenantId(tenant), attempt: key, reason, ...(provider && { provider }) };
  context.notify({ kind: "attempt-flagged", ...told });
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
  tellFlag(context, steps.tenant, decided.value.flag);
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
