import { attemptRecord, bankAttemptRecord, isConcluded } from "../attempt/attempt.ts";
import type { Context } from "../context.ts";
import { isFinal, payoutRecord } from "../payout/payout.ts";
import { payoutAttemptKind } from "../payout/payout-attempt.ts";
import type { DueRecord } from "../commit/store.ts";
import { modes, type Mode } from "../tenant/tenant.ts";
import { deliveryRecord } from "../webhook-delivery/delivery.ts";

/** So many records of a kind are looked at, those that are due first. */
const mostRecords = 1_000;

/** What waits for outcomes and people, of all merchants of a mode. */
export interface ModeBacklog {
  /** Calls to providers without a known outcome: those that were answered so, and those whose request never came back. */
  readonly attemptsUnknown: number;
  /** How many of them people should look at. */
  readonly attemptsFlagged: number;
  /** Payouts that people should look at, also after their end. */
  readonly payoutsToReview: number;
}

/** What waits in the store, whichever process has left it there. */
export interface Backlog extends Readonly<Record<Mode, ModeBacklog>> {
  /** For how long the webhook that is due longest has been due, in milliseconds; 0 where none is. */
  readonly webhookLagMs: number;
}

/** How far the service is behind. */
export interface BacklogOperations {
  /**
   * What waits, of all merchants together: for a dashboard, not for deciding. It reads up to 1,000 records of each
   * kind, so that where more of them wait the numbers are the least that it can be.
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
    .map(({ tenant, body }) => ({ mode: modeOf({ tenant }), ...attemptRecord.schema.parse(body) }))
    .filter((attempt) => attempt.status === "UNKNOWN" || (!isConcluded(attempt) && attempt.deadline <= now));
  const ended = payouts
    .map(({ tenant, body }) => ({ mode: modeOf({ tenant }), ...payoutRecord.schema.parse(body) }))
    .filter((payout) => isFinal(payout) && payout.reconciliationRequired);
  const of = (mode: Mode): ModeBacklog => {
    const flagged = unknown.filter((attempt) => attempt.mode === mode && attempt.flagged);
    return {
      attemptsUnknown: unknown.filter((attempt) => attempt.mode === mode).length,
      attemptsFlagged: flagged.length,
      // As long as a payout has no end, its attempt says whether people should look.
      payoutsToReview:
        flagged.filter(({ kind }) => kind === payoutAttemptKind).length +
        ended.filter((payout) => payout.mode === mode).length,
    };
  };
  const dueAt = deliveries[0]?.dueAt ?? now;
  return { live: of("live"), test: of("test"), webhookLagMs: Math.max(0, now - dueAt) };
}

/** `platform` has no records of these kinds. */
function modeOf({ tenant }: Pick<DueRecord, "tenant">): Mode | undefined {
  return modes.find((mode) => tenant.endsWith(`:${mode}`));
}
