import { z } from "zod";

import { listRecords } from "../../engine/commit/list-page.ts";
import { decideAndCommit, loadOnce, repeatedWithinMs } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { intentList, intentRecord } from "../intent/intent.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { ok } from "../../result.ts";
import { sessionRecord } from "../intent/session.ts";
import type { StoredRecord } from "../../engine/commit/store.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { identityLifetimes, payerIdentityRecord, shortestLifetime, type IdentityLifetimes } from "./payer-identity.ts";

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
