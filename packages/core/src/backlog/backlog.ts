import { attemptRecord, bankAttemptRecord, isConcluded } from "../attempt/attempt.ts";
import type { Context } from "../context.ts";
import { isFinal, payoutRecord } from "../payout/payout.ts";
import { payoutAttemptKind } from "../payout/payout-attempt.ts";
import { parseTenantId, type Mode } from "../tenant/tenant.ts";
import { deliveryRecord } from "../webhook-delivery/delivery.ts";

/** The most records of a kind that are read, those that are due first. */
const mostRecords = 1_000;

/** The calls and payouts of all merchants of a mode that wait for outcomes and people. */
export interface ModeBacklog {
  /** Calls to providers whose answer was unclear or never came. */
  readonly attemptsUnknown: number;
  /** The number of them that people should look at. */
  readonly attemptsFlagged: number;
  /** Payouts that people should look at, also after their end. */
  readonly payoutsToReview: number;
}

/** The waiting records in the store, of all processes. */
export interface Backlog extends Readonly<Record<Mode, ModeBacklog>> {
  /** How long ago the oldest waiting webhook was due, in milliseconds; 0 without one. */
  readonly webhookLagMs: number;
}

export interface BacklogOperations {
  /**
   * Counts the waiting records of all merchants, for a dashboard, not for decisions. It reads up to 1,000 records of
   * each kind, so that above that the numbers are lower bounds.
   *
   * @example
   * const { live, webhookLagMs } = await payments.work.backlog();
   * if (live.attemptsFlagged > 0 || webhookLagMs > 60_000) log.error({ live, webhookLagMs });
   */
  backlog(): Promise<Backlog>;
}

export function backlogOperations(context: Context): BacklogOperations {
  return { backlog: () => readBacklog(context) };
}

async function readBacklog({ store, clock }: Context): Promise<Backlog> {
  const [attempts, bankAttempts, payouts, deliveries] = await Promise.all([
    store.listDue(attemptRecord.name, mostRecords),
    store.listDue(bankAttemptRecord.name, mostRecords),
    store.listDue(payoutRecord.name, mostRecords),
    store.listDue(deliveryRecord.name, 1),
  ]);
  const now = clock.now();
  const unknown = [...attempts, ...bankAttempts]
    .map(({ tenant, body }) => ({ mode: parseTenantId(tenant)?.mode, ...attemptRecord.schema.parse(body) }))
    .filter((attempt) => attempt.status === "UNKNOWN" || (!isConcluded(attempt) && attempt.deadline <= now));
  const ended = payouts
    .map(({ tenant, body }) => ({ mode: parseTenantId(tenant)?.mode, ...payoutRecord.schema.parse(body) }))
    .filter((payout) => isFinal(payout) && payout.reconciliationRequired);
  const of = (mode: Mode): ModeBacklog => {
    const ofMode = unknown.filter((attempt) => attempt.mode === mode);
    const flagged = ofMode.filter((attempt) => attempt.flagged);
    return {
      attemptsUnknown: ofMode.length,
      attemptsFlagged: flagged.length,
      // Before a payout's end, its attempt carries the flag.
      payoutsToReview:
        flagged.filter(({ kind }) => kind === payoutAttemptKind).length +
        ended.filter((payout) => payout.mode === mode).length,
    };
  };
  const dueAt = deliveries[0]?.dueAt ?? now;
  return { live: of("live"), test: of("test"), webhookLagMs: Math.max(0, now - dueAt) };
}
