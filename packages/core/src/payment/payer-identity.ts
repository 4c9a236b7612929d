import { z } from "zod";
import type { Context } from "../context.ts";
import { recordKind } from "../engine/commit/record.ts";
import type { Settings } from "../settings.ts";
import { decideAndCommit, loadOnce, repeatedWithinMs } from "../engine/commit/commit.ts";
import type { Read } from "../engine/commit/snapshot.ts";
import type { Work } from "../engine/due-work/work.ts";
import { earningRecord, returnRefs, type Earning } from "../ledger/earning/earning.ts";
import { intentRecord, intentList, type Intent } from "./intent/intent.ts";
import { ok } from "../result.ts";
import { sessionRecord, type Session } from "./intent/session.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { listRecords } from "../engine/commit/list-page.ts";
import type { StoredRecord } from "../engine/commit/store.ts";

/**
 * Due when the need for a payer's identity data is checked next. It has the id of the session with the data, and exists
 * as long as the data.
 */
export const payerIdentityRecord = recordKind("payerIdentity", z.looseObject({ intentKey: z.string() }));

type IdentityLifetimes = Pick<Settings, "paidIdentityLifetimeMs" | "unpaidIdentityLifetimeMs">;

/** Undefined if everything is kept without limit. */
export function shortestLifetime({ paidIdentityLifetimeMs, unpaidIdentityLifetimeMs }: IdentityLifetimes) {
  const lifetimes = [paidIdentityLifetimeMs, unpaidIdentityLifetimeMs].filter((lifetime) => lifetime !== null);
  return lifetimes.length === 0 ? undefined : Math.min(...lifetimes);
}

function identityLifetimes({ settings }: Context): IdentityLifetimes {
  const { paidIdentityLifetimeMs, unpaidIdentityLifetimeMs } = settings;
  return { paidIdentityLifetimeMs, unpaidIdentityLifetimeMs };
}

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

/** How far a merchant's payments have been searched for identity data of payers. */
export const identityWalkRecord = recordKind(
  "identityWalk",
  z.looseObject({
    /** The last payment that was looked at; null before the first one. */
    after: z.object({ position: z.string(), id: z.string() }).nullable(),
    /** The settings of this walk. */
    paidIdentityLifetimeMs: z.number().nullable(),
    unpaidIdentityLifetimeMs: z.number().nullable(),
  }),
);

type IdentityWalk = z.output<typeof identityWalkRecord.schema>;

const walkRef = identityWalkRecord.ref("self");

/** Longer than a payment takes from its time to its commit, so that no payment appears behind the walk. */
const behindMs = 2 * repeatedWithinMs;

/**
 * Finds payments with identity data, the oldest first, and creates due work for each. A payment is looked at once, and
 * again after a setting has become shorter. Returns whether there may be more payments than `limit`.
 */
export async function findIdentities(context: Context, tenant: Tenant, limit: number): Promise<boolean> {
  const lifetimes = identityLifetimes(context);
  const shortest = shortestLifetime(lifetimes);
  if (shortest === undefined) return false;
  const found = await decideAndCommit(context, {
    tenant,
    lane: walkRef.id,
    async load(read) {
      const [known] = await read(walkRef);
      const walk = continued(known ?? { after: null, ...lifetimes }, lifetimes);
      const { after } = walk;
      const to = new Date(context.clock.now() - Math.max(shortest, behindMs) + 1).toISOString();
      const payments = await listRecords(context, tenant, {
        list: intentList,
        order: "ascending",
        to,
        limit,
        ...(after && { after: { position: after.position, key: { kind: intentRecord.name, id: after.id } } }),
      });
      const identified = await identifiedSessions(context, tenant, payments);
      await read(...identified.map(({ id }) => payerIdentityRecord.ref(id)));
      return { walk, payments, identified };
    },
    decide({ walk, payments, identified }, now) {
      const last = payments.at(-1);
      const answer = ok(payments.length === limit);
      if (last === undefined) return { answer };
      const next = {
        ...walk,
        // Keep the shorter lifetimes until the walk ends: processes with different settings would restart it without
        // end.
        ...(payments.length < limit && lifetimes),
        after: { position: last.place?.position ?? "", id: last.key.id },
      };
      const writes = [
        identityWalkRecord.write(walkRef.id, next),
        ...identified.map(({ id, intentKey }) => payerIdentityRecord.write(id, { intentKey }, { dueAt: now })),
      ];
      return { answer, changes: { writes } };
    },
  });
  return found.ok && found.value;
}

/** Restarts the walk if a lifetime is shorter now: the work created so far is due too late. */
function continued(walk: IdentityWalk, lifetimes: IdentityLifetimes): IdentityWalk {
  const paidIdentityLifetimeMs = shorter(walk.paidIdentityLifetimeMs, lifetimes.paidIdentityLifetimeMs);
  const unpaidIdentityLifetimeMs = shorter(walk.unpaidIdentityLifetimeMs, lifetimes.unpaidIdentityLifetimeMs);
  const isSame =
    paidIdentityLifetimeMs === walk.paidIdentityLifetimeMs &&
    unpaidIdentityLifetimeMs === walk.unpaidIdentityLifetimeMs;
  return isSame ? walk : { ...walk, after: null, paidIdentityLifetimeMs, unpaidIdentityLifetimeMs };
}

/** The shorter of two lifetimes; null has no end. */
function shorter(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

async function identifiedSessions(context: Context, tenant: Tenant, payments: readonly StoredRecord[]) {
  const ids = payments.map(({ body }) => intentRecord.schema.parse(body).sessionId).filter((id) => id !== null);
  if (ids.length === 0) return [];
  const sessions = await loadOnce(context, tenant, (read) => read(...ids.map((id) => sessionRecord.ref(id))));
  return sessions.filter((session) => session !== undefined).filter(({ kyc }) => kyc !== null);
}
