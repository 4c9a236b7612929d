import { isConcluded } from "../attempt/attempt.ts";
import { driveAttempt, type AttemptKind } from "../attempt/drive.ts";
import { callProvider } from "../attempt/call.ts";
import type { CardNetwork } from "../card-network/card-network.ts";
import { cardNetworkOf, noCardNetwork } from "../card-network/context.ts";
import { loadOnce } from "../commit.ts";
import { tenantId, type Tenant, type TenantId } from "../tenant.ts";
import type { PaymentContext } from "./context.ts";
import { concludeApproval } from "./approval.ts";
import {
  approvalKeys,
  approvalRecord,
  reversalRecord,
  type ApprovalAttempt,
  type ReversalAttempt,
} from "./approval-attempt.ts";
import { cancellationRecord, concludeCancellation, type CancellationAttempt } from "./cancellation.ts";
import { concludeReversal, type ReversalOutcome } from "./reversal.ts";

/** An approval is looked up. One that has to be undone is undone at once. */
export const approvalKind: AttemptKind<PaymentContext, ApprovalAttempt> = {
  name: "approval",
  record: approvalRecord,
  async find(context, tenant, attempt) {
    if (attempt.reversal !== null) return finishUndoing(context, tenant, { attempt, approvals: [attempt] });
    const found = await ask(context, { tenant, key: attempt.key }, (network, question) =>
      network.lookUp({ ...question, of: "approval" }),
    );
    const concluded = await concludeApproval(context, tenant, { attempt, found, source: "look-up" });
    return concluded.ok ? finishUndoing(context, tenant, { attempt, approvals: concluded.value }) : attempt;
  },
  async resolve(context, tenant, { attempt, evidence }) {
    const { key, amount } = attempt;
    const approval = { key, amount, approvalNumber: "", approvedAt: evidence.at };
    const found =
      evidence.outcome === "done"
        ? ({ outcome: "done", value: approval } as const)
        : ({ outcome: "refused", code: "PROVIDER_ERROR" } as const);
    return concludeApproval(context, tenant, { attempt, found, source: "look-up" });
  },
};

/** Reverses what has to be reversed of these approvals, and answers one of them as it stands then. */
export async function finishUndoing(
  context: PaymentContext,
  tenant: Tenant,
  { attempt, approvals }: { readonly attempt: ApprovalAttempt; readonly approvals: readonly ApprovalAttempt[] },
): Promise<ApprovalAttempt> {
  const reversals = approvals.flatMap(({ reversal }) => reversal ?? []);
  for (const key of reversals) await driveAttempt(context, tenant, { kind: reversalKind, key });
  const known = approvals.find(({ key }) => key === attempt.key) ?? attempt;
  if (reversals.length === 0) return known;
  const [now] = await loadOnce(context, tenantId(tenant), (read) => read(approvalRecord.ref(attempt.key)));
  return now ?? known;
}

/**
 * Finds out about all approvals of a payment, by the first one's key, and answers the first one, which
 * holds the answer to the request that opened them.
 */
export async function findOutApprovals(context: PaymentContext, tenant: Tenant, key: string) {
  const first = await driveAttempt(context, tenant, { kind: approvalKind, key });
  const [, ...others] = approvalKeys(first.intentKey, first.methods);
  for (const other of others) await driveAttempt(context, tenant, { kind: approvalKind, key: other });
  if (others.length === 0) return first;
  const [now] = await loadOnce(context, tenantId(tenant), (read) => read(approvalRecord.ref(key)));
  return now ?? first;
}

/** A reversal is sent again until the network acknowledges it; one that came too late is a cancellation from then on. */
export const reversalKind: AttemptKind<PaymentContext, ReversalAttempt> = {
  name: "reversal",
  record: reversalRecord,
  async find(context, tenant, attempt) {
    const { approvalKey, cancellationKey } = attempt;
    if (cancellationKey !== null) return giveBackLate(context, tenant, { attempt, cancellationKey });
    const found = await ask(context, { tenant, key: attempt.key }, (network, question) =>
      network.reverse({ ...question, approvalKey }),
    );
    const concluded = await concludeReversal(context, tenant, { attempt, found });
    if (!concluded.ok) return attempt;
    const known = concluded.value;
    const { cancellationKey: late } = known;
    if (late === null || isConcluded(known)) return known;
    return giveBackLate(context, tenant, { attempt: known, cancellationKey: late });
  },
  async resolve(context, tenant, { attempt, evidence }) {
    const { approvalKey } = attempt;
    const found =
      evidence.outcome === "done"
        ? ({ outcome: "done", value: { approvalKey } } as const)
        : ({ outcome: "refused", code: "PROVIDER_ERROR" } as const);
    return concludeReversal(context, tenant, { attempt, found });
  },
};

/**
 * Gives back in full what can't be reversed any more. Where the network says that nothing is approved there is nothing
 * to give back; where it says another amount than was asked for, none is guessed: an answer that does not match is none.
 */
async function giveBackLate(
  context: PaymentContext,
  tenant: Tenant,
  { attempt, cancellationKey: key }: { readonly attempt: ReversalAttempt; readonly cancellationKey: string },
): Promise<ReversalAttempt> {
  const { approvalKey, amount } = attempt;
  const undone = { outcome: "done", value: { approvalKey } } as const;
  const approved = await ask(context, { tenant, key: approvalKey }, (network, question) =>
    network.lookUp({ ...question, of: "approval" }),
  );
  let found: ReversalOutcome["found"] = { outcome: "unknown", reason: "the answer does not match" };
  if (approved.outcome === "refused") found = undone;
  else if (approved.outcome !== "done") found = approved;
  else if (approved.value.key === approvalKey && approved.value.amount === amount) {
    const canceled = await findOrCancel(context, { tenant, key }, attempt);
    if (canceled.outcome !== "done") found = canceled;
    else if (canceled.value.key === key && canceled.value.amount === amount) found = undone;
  }
  const concluded = await concludeReversal(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : attempt;
}

/** A cancellation is looked up, and sent again where it has not arrived: the merchant wants it. */
export const cancellationKind: AttemptKind<PaymentContext, CancellationAttempt> = {
  name: "cancellation",
  record: cancellationRecord,
  async find(context, tenant, attempt) {
    const found = await findOrCancel(context, { tenant, key: attempt.key }, attempt);
    const concluded = await concludeCancellation(context, tenant, { attempt, found });
    return concluded.ok ? concluded.value : attempt;
  },
  async resolve(context, tenant, { attempt, evidence }) {
    const { key, amount } = attempt;
    const found =
      evidence.outcome === "done"
        ? ({ outcome: "done", value: { key, amount, canceledAt: evidence.at } } as const)
        : ({ outcome: "refused", code: "REFUND_REJECTED" } as const);
    return concludeCancellation(context, tenant, { attempt, found });
  },
};

/** Finds out about all cancellations of a request, by the key of the first one, which holds the answer. */
export async function findOutCancellations(context: PaymentContext, tenant: Tenant, key: string) {
  const first = await driveAttempt(context, tenant, { kind: cancellationKind, key });
  const [, ...others] = first.group;
  for (const other of others) await driveAttempt(context, tenant, { kind: cancellationKind, key: other });
  if (others.length === 0) return first;
  const [now] = await loadOnce(context, tenantId(tenant), (read) => read(cancellationRecord.ref(key)));
  return now ?? first;
}

/** What came of a cancellation; one that has not arrived is sent. */
async function findOrCancel(
  context: PaymentContext,
  asked: { readonly tenant: Tenant; readonly key: string },
  { approvalKey, amount }: { readonly approvalKey: string; readonly amount: number },
) {
  const known = await ask(context, asked, (network, question) => network.lookUp({ ...question, of: "cancellation" }));
  if (known.outcome !== "not-found") return known;
  // The network does it once under this key, so sending it again is safe; each call has a deadline of its own.
  return ask(context, asked, (network, question) => network.cancel({ ...question, approvalKey, amount }));
}

interface Question {
  readonly key: string;
  readonly tenant: TenantId;
  readonly deadline: number;
}

/** Asks the card network within a fresh deadline. */
async function ask<Answer extends { readonly outcome: string }>(
  context: PaymentContext,
  { tenant, key }: { readonly tenant: Tenant; readonly key: string },
  put: (network: CardNetwork, question: Question) => Promise<Answer>,
) {
  const network = cardNetworkOf(context, tenantId(tenant));
  if (network === undefined) return noCardNetwork;
  const deadline = context.clock.now() + context.settings.requestDeadlineMs;
  const question: Question = { key, tenant: tenantId(tenant), deadline };
  return callProvider(context, question, () => put(network, question));
}
