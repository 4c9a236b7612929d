import { isConcluded } from "../../engine/attempt/attempt.ts";
import type { Context } from "../../context.ts";
import { changeRecord, decideAndCommit, loadOnce, type Decision } from "../../engine/commit/commit.ts";
import type { IndexedKind } from "../../engine/commit/record.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import type { Notice } from "../../ports.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { ok, type Ok } from "../../result.ts";
import {
  approvalRecord,
  heldOf,
  lookUpApproval,
  recordedOf,
  type ApprovalAttempt,
} from "../intent/approval-attempt.ts";
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
  const look = <Body extends ApprovalAttempt | ReversalAttempt>(record: IndexedKind<Body>, key: string) =>
    changeRecord(context, tenant, { lane: intentKey, ref: record.ref(key), change: sooner(record) });
  const keys = approvalKeys(intent.approvalKey, intent.methods.length);
  const meant = keys.includes(named) ? [named] : keys;
  const approvals = await loadOnce(context, tenant, (read) => read(...meant.map((key) => approvalRecord.ref(key))));
  for (const approval of approvals) {
    if (approval?.gateway !== gateway || isKnown(intent, approval.key, message)) continue;
    if (approval.reversal === null) await look(approvalRecord, approval.key);
    else await look(reversalRecord, approval.reversal);
  }
}

/** While a call is open, the records do not have its outcome yet. */
function isKnown(intent: Intent, key: string, { remainingAmount }: Message): boolean {
  return intent.openAttempt === null && recordedOf(intent, key) === remainingAmount;
}

/** The outcome of an open call belongs to its sender. */
function sooner<Body extends ApprovalAttempt | ReversalAttempt>(record: IndexedKind<Body>) {
  return (attempt: Body | undefined, now: number) => {
    if (attempt === undefined || attempt.status === "OPEN" || isDue(attempt, now)) return [];
    // The final look-up of one that has ended stays due at its time, as its call may arrive after the message.
    const finalLookUpAt = isConcluded(attempt) ? (attempt.finalLookUpAt ?? attempt.lookUpAt) : null;
    return [record.write({ ...attempt, lookUpAt: now, finalLookUpAt })];
  };
}

function isDue({ lookUpAt }: ApprovalAttempt | ReversalAttempt, now: number): boolean {
  return lookUpAt !== null && lookUpAt <= now;
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
      const look = (lookUpAt: number | null) => ({
        writes: [approvalRecord.write({ ...approval, lookUpAt, finalLookUpAt: null })],
      });
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
