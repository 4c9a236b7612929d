import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import type { Context } from "../../context.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { earningRecord, returnRefs, type Earning } from "../../ledger/earning/earning.ts";
import { intentRecord, type Intent } from "../intent/intent.ts";
import { ok } from "../../result.ts";
import { sessionRecord, type Session } from "../intent/session.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { identityLifetimes, payerIdentityRecord, type IdentityLifetimes } from "./payer-identity.ts";

export const payerIdentityWork: Work<Context> = {
  kind: payerIdentityRecord.name,
  limit: 100,
  upkeep: true,
  run: deleteIdentity,
};

function deleteIdentity(context: Context, tenant: Tenant, sessionId: string): Promise<unknown> {
  const lifetimes = identityLifetimes(context);
  return decideAndCommit(context, {
    tenant,
    lane: sessionId,
    async load(read) {
      const [known, session] = await read(payerIdentityRecord.ref(sessionId), sessionRecord.ref(sessionId));
      return { known, session, of: session?.kyc == null ? undefined : await loadPayment(read, session) };
    },
    decide({ known, session, of }, now) {
      const answer = ok(undefined);
      if (known === undefined) return { answer };
      const done = payerIdentityRecord.remove(sessionId);
      if (session === undefined || of === undefined) return { answer, changes: { writes: [done] } };
      const dueAt = keptUntil(of, lifetimes, now);
      if (dueAt === null || dueAt > now) {
        return { answer, changes: { writes: [payerIdentityRecord.write(sessionId, known, { dueAt })] } };
      }
      return { answer, changes: { writes: [sessionRecord.write({ ...session, kyc: null }), done] } };
    },
  });
}

interface IdentifiedPayment {
  readonly session: Session;
  readonly intent: Intent;
  /** The payment's earning, and the returns of cancellations after its settlement. */
  readonly earnings: readonly Earning[];
}

async function loadPayment(read: Read, session: Session): Promise<IdentifiedPayment> {
  const [intent, earned] = await read(intentRecord.ref(session.intentKey), earningRecord.ref(session.intentKey));
  if (intent === undefined) throw new Error(`session ${session.id} has no payment`);
  const taken = await read(...returnRefs(intent));
  return { session, intent, earnings: [earned, ...taken].filter((earning) => earning !== undefined) };
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Until when the data is kept, in milliseconds since 1970: tomorrow while the payment is in progress, null without
 * limit.
 */
function keptUntil(payment: IdentifiedPayment, lifetimes: IdentityLifetimes, now: number): number | null {
  const { session, intent, earnings } = payment;
  if (isUnderWay(payment)) return now + dayMs;
  const { approvedAt, canceledAt, confirmBy } = intent;
  if (approvedAt === null) {
    const { unpaidIdentityLifetimeMs: lifetime } = lifetimes;
    return lifetime === null ? null : Math.max(session.expiresAt, confirmBy ?? 0, canceledAt ?? 0) + lifetime;
  }
  const { paidIdentityLifetimeMs: lifetime } = lifetimes;
  const settled = earnings.map(({ settledAt }) => settledAt ?? 0);
  return lifetime === null ? null : Math.max(approvedAt, canceledAt ?? 0, ...settled) + lifetime;
}

/** Whether an outcome is unknown or money is still to move: a look-up, net-cancel or settlement may need the data. */
function isUnderWay({ intent, earnings }: IdentifiedPayment): boolean {
  if (intent.openAttempt !== null) return true;
  return earnings.some(({ settlementId, transactionAmount }) => settlementId === null && transactionAmount !== 0);
}
