import { isConcluded } from "../../engine/attempt/attempt.ts";
import type { Context } from "../../context.ts";
import { changeRecord, decideAndCommit, loadOnce, type Decision } from "../../engine/commit/commit.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import type { Notice } from "../../ports.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { ok, type Ok } from "../../result.ts";
import { approvalRecord, lookUpApproval, recordedOf, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { approvalKeys } from "../intent/attempt-keys.ts";
import { intentRecord, type Intent, type PaymentContext } from "../intent/intent.ts";
import { reversalRecord, type ReversalAttempt } from "./reversal-attempt.ts";

const anHour = 60 * 60 * 1000;
const aDay = 24 * anHour;

interface Message {
  readonly intentKey: string;
  /** The gateway that sent it. */
  readonly gateway: string;
  /** The call that it names. */
  readonly key: string;
  /** Won that the gateway still holds, by the message. */
  readonly remainingAmount: number | undefined;
}

/**
 * A gateway's message names a payment: its approvals are looked up at once. Nothing is, where the records have what the
 * message says.
 */
export async function lookSooner(context: Context, tenant: Tenant, message: Message): Promise<void> {
  const { intentKey, key: named, gateway } = message;
  const [intent] = await loadOnce(context, tenant, (read) => read(intentRecord.ref(intentKey)));
  if (intent === undefined) return;
  const keys = approvalKeys(intent.approvalKey, intent.methods.length);
  for (const key of keys.includes(named) ? [named] : keys) {
    const [approval] = await loadOnce(context, tenant, (read) => read(approvalRecord.ref(key)));
    if (approval?.gateway !== gateway || isKnown(intent, key, message)) continue;
    const ref = { lane: intentKey, ref: approvalRecord.ref(key) };
    if (approval.reversal === null) await changeRecord(context, tenant, { ...ref, change: soonerApproval });
    else await lookSoonerAtReversal(context, tenant, { intentKey, key: approval.reversal });
  }
}

/** Of a payment with several cards the message's amount may be that of any. */
function isKnown(intent: Intent, key: string, { remainingAmount }: Message): boolean {
  return intent.openAttempt === null && intent.methods.length === 1 && recordedOf(intent, key) === remainingAmount;
}

function soonerApproval(approval: ApprovalAttempt | undefined, now: number) {
  if (approval === undefined || approval.reversal !== null) return [];
  // Before its deadline the outcome belongs to the request that sent the approval.
  if (!isConcluded(approval) && (approval.status !== "UNKNOWN" || now < approval.deadline)) return [];
  return isDue(approval, now) ? [] : [approvalRecord.write(sooner(approval, now))];
}

async function lookSoonerAtReversal(
  context: Context,
  tenant: Tenant,
  { intentKey, key }: { readonly intentKey: string; readonly key: string },
): Promise<void> {
  await changeRecord(context, tenant, {
    lane: intentKey,
    ref: reversalRecord.ref(key),
    change(reversal, now) {
      if (reversal === undefined || !isConcluded(reversal) || isDue(reversal, now)) return [];
      return [reversalRecord.write(sooner(reversal, now))];
    },
  });
}

function isDue({ lookUpAt }: ApprovalAttempt | ReversalAttempt, now: number): boolean {
  return lookUpAt !== null && lookUpAt <= now;
}

/** The final look-up of one that has ended stays due at its time, as its call may arrive after the message. */
function sooner<Body extends ApprovalAttempt | ReversalAttempt>(attempt: Body, now: number): Body {
  const finalLookUpAt = isConcluded(attempt) ? (attempt.finalLookUpAt ?? attempt.lookUpAt) : null;
  return { ...attempt, lookUpAt: now, finalLookUpAt };
}

type Differing = Pick<Extract<Notice, { readonly kind: "payment-differs" }>, "day" | "ledger" | "provider">;

/**
 * Compares what the gateway holds of an approved payment with the records. A difference, such as a refund made in the
 * gateway's pages, is reported each day until an operator has entered it.
 */
export async function compareApproved(context: PaymentContext, tenant: Tenant, attempt: ApprovalAttempt) {
  const { key, intentKey } = attempt;
  const [before] = await loadOnce(context, tenant, (read) => read(intentRecord.ref(intentKey)));
  const found = await lookUpApproval(context, tenant, attempt);
  const held = heldOf(attempt, found);
  const compared = await decideAndCommit(context, {
    tenant,
    lane: intentKey,
    load: (read) => read(approvalRecord.ref(key), intentRecord.ref(intentKey)),
    decide([approval, intent], now): Decision<Ok<Differing | null>> {
      if (approval === undefined || intent === undefined) throw new Error(`approval ${key} has no record`);
      if (approval.lookUpAt === null) return { answer: ok(null) };
      const look = (lookUpAt: number | null) => ({ writes: [approvalRecord.write({ ...approval, lookUpAt })] });
      const ledger = recordedOf(intent, key);
      const isMoving = intent.openAttempt !== null || before === undefined || recordedOf(before, key) !== ledger;
      // The answer to one of our own cancellations is still awaited, or came while we asked.
      if (held === undefined || isMoving) return { answer: ok(null), changes: look(now + anHour) };
      if (held === ledger) return { answer: ok(null), changes: look(null) };
      const differing = { day: dayInSeoul(intent.requestedAt), ledger, provider: held };
      return { answer: ok(differing), changes: look(now + aDay) };
    },
  });
  if (!compared.ok || compared.value === null) return;
  context.notify({ kind: "payment-differs", tenant: tenantId(tenant), payment: intentKey, ...compared.value });
}

/** Undefined while the outcome is unknown, also after an answer about another approval. */
function heldOf({ key }: ApprovalAttempt, found: Awaited<ReturnType<typeof lookUpApproval>>): number | undefined {
  if (found.outcome === "unknown") return undefined;
  if (found.outcome !== "done") return 0;
  return found.value.key === key ? found.value.remainingAmount : undefined;
}
