import { attemptRecord, bankAttemptRecord, isConcluded, type Attempt } from "../../engine/attempt/attempt.ts";
import type { Context } from "../../context.ts";
import { isFinal, payoutRecord, type Payout } from "../../payout/payout.ts";
import { parseTenantId, type Tenant } from "../../engine/tenant/tenant.ts";

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
export interface OpenMatters {
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
