import { bankAttemptRecord, attemptRecord, isConcluded, type Attempt } from "../../engine/attempt/attempt.ts";
import type { Context } from "../../context.ts";
import { payoutAttemptKind } from "../../payout/payout-attempt.ts";
import { type Mode, parseTenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { deliveryRecord } from "../../engine/outbox/delivery.ts";
import type { WorkOperations } from "../../engine/due-work/work.ts";
import { isFinal, payoutRecord, type Payout } from "../../payout/payout.ts";

/** The most records of a kind that are read, those that are due first. */
export const mostRecords = 1_000;

interface Of<Body> {
  readonly tenant: Tenant;
  readonly record: Body;
}

interface UnknownCall extends Of<Attempt> {
  /** The kind of its record: gateways and banks have one each. */
  readonly kind: string;
}

/** Calls and payouts of all merchants that have no end yet. */
interface OpenMatters {
  /** Calls to providers whose answer was unclear or never came. */
  readonly unknown: readonly UnknownCall[];
  /** Ended payouts that need an operator. Before the end, their attempts carry the flag. */
  readonly ended: readonly Of<Payout>[];
  /** Whether there may be more, as the most records were read. */
  readonly hasMore: boolean;
}

/** Found by their due times, so that no merchant is asked one by one. */
export async function readOpenMatters({ store, clock }: Pick<Context, "store" | "clock">): Promise<OpenMatters> {
  const [attempts, bankAttempts, payouts] = await Promise.all([
    store.listDue(attemptRecord.name, mostRecords),
    store.listDue(bankAttemptRecord.name, mostRecords),
    store.listDue(payoutRecord.name, mostRecords),
  ]);
  const now = clock.now();
  const unknown = [...attempts, ...bankAttempts].flatMap(({ tenant: id, key: { kind }, body }) => {
    const tenant = parseTenantId(id);
    const record = attemptRecord.schema.parse(body);
    return tenant !== undefined && isUnanswered(record, now) ? [{ tenant, kind, record }] : [];
  });
  const ended = payouts.flatMap(({ tenant: id, body }) => {
    const tenant = parseTenantId(id);
    const record = payoutRecord.schema.parse(body);
    return tenant !== undefined && isFinal(record) && record.reconciliationRequired ? [{ tenant, record }] : [];
  });
  const hasMore = [attempts, bankAttempts, payouts].some(({ length }) => length === mostRecords);
  return { unknown, ended, hasMore };
}

/** A call that the provider has accepted is answered, unless its end is so late that an operator should look. */
function isUnanswered(attempt: Attempt, now: number): boolean {
  if (attempt.status === "UNKNOWN") return !attempt.accepted || attempt.flagged;
  return !isConcluded(attempt) && attempt.deadline <= now;
}

/** The calls and payouts of all merchants of a mode that wait for outcomes or an operator. */
export interface ModeBacklog {
  /** Calls to providers whose answer was unclear or never came. */
  readonly attemptsUnknown: number;
  /** The number of them that need an operator. */
  readonly attemptsFlagged: number;
  /** How long ago the oldest of them was begun at a gateway, in milliseconds; 0 without one. */
  readonly oldestCardCallMs: number;
  /** The same at the payout bank. Banks are asked once an hour, so that their calls are older. */
  readonly oldestBankCallMs: number;
  /** Payouts that need an operator, also after their end. */
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

  /**
   * For each kind of due work, since when its oldest record is due and not taken, for a dashboard. A record that a
   * process works on is not due meanwhile, and one that failed is due again after a while.
   *
   * @example
   * const late = (await payments.work.overdue()).filter(({ lateMs }) => lateMs > 300_000);
   */
  overdue(): Promise<readonly OverdueWork[]>;
}

/** The oldest due record of a kind. */
export interface OverdueWork {
  readonly kind: string;
  /** Whether it is upkeep, which no person waits for. */
  readonly upkeep: boolean;
  /** Milliseconds since 1970; null if nothing is due. */
  readonly dueSince: number | null;
  /** How long ago that was, in milliseconds; 0 if nothing is due. */
  readonly lateMs: number;
}

export function backlogOperations(context: Context, kinds: WorkOperations["kinds"]): BacklogOperations {
  return { backlog: () => readBacklog(context), overdue: () => readOverdue(context, kinds) };
}

async function readOverdue({ store, clock }: Context, kinds: WorkOperations["kinds"]): Promise<readonly OverdueWork[]> {
  const oldest = await Promise.all(kinds.map(({ kind }) => store.listDue(kind, 1)));
  const now = clock.now();
  return kinds.map(({ kind, upkeep = false }, index) => {
    const dueAt = oldest[index]?.[0]?.dueAt ?? null;
    const dueSince = dueAt !== null && dueAt <= now ? dueAt : null;
    return { kind, upkeep, dueSince, lateMs: dueSince === null ? 0 : now - dueSince };
  });
}

async function readBacklog(context: Context): Promise<Backlog> {
  const { store, clock } = context;
  const [{ unknown, ended }, deliveries] = await Promise.all([
    readOpenMatters(context),
    store.listDue(deliveryRecord.name, 1),
  ]);
  const now = clock.now();
  const of = (mode: Mode): ModeBacklog => {
    const ofMode = unknown.filter(({ tenant }) => tenant.mode === mode);
    const flagged = ofMode.filter(({ record }) => record.flagged);
    const oldestMs = (ofBank: boolean) => {
      const its = ofMode.filter(({ kind }) => (kind === bankAttemptRecord.name) === ofBank);
      return Math.max(0, ...its.map(({ record }) => now - record.openedAt));
    };
    return {
      attemptsUnknown: ofMode.length,
      attemptsFlagged: flagged.length,
      oldestCardCallMs: oldestMs(false),
      oldestBankCallMs: oldestMs(true),
      // Before a payout's end, its attempt carries the flag.
      payoutsToReview:
        flagged.filter(({ record }) => record.kind === payoutAttemptKind).length +
        ended.filter(({ tenant }) => tenant.mode === mode).length,
    };
  };
  const dueAt = deliveries[0]?.dueAt ?? now;
  return { live: of("live"), test: of("test"), webhookLagMs: Math.max(0, now - dueAt) };
}
