import type { DueRecord, Store } from "@wonflow/core";
import { CompiledQuery, type Kysely } from "kysely";
import { inGroups } from "./group.ts";
import { toDueRecord } from "./reads.ts";
import { withRetries } from "./retry.ts";
import type { RecordRow, Tables } from "./schema/tables.ts";

export interface Claim {
  readonly kind: string;
  readonly now: number;
  readonly until: number;
  readonly limit: number;
}

/**
 * The claim of the store port. Claims of different kinds that arrive together are one statement, because an idle service
 * asks for every kind again and again. A lost claim is made again: the records that it took stay taken until its
 * `until`, as with a process that dies.
 */
export function createClaimDue(db: Kysely<Tables>): Store["claimDue"] {
  return claimTogether((claims) => withRetries(() => claimAll(db, claims)));
}

/** Answers of each claim the records that it took. */
export type ClaimAll = (claims: readonly Claim[]) => Promise<readonly (readonly DueRecord[])[]>;

export function claimTogether(run: ClaimAll): Store["claimDue"] {
  const claim = inGroups<Claim, readonly DueRecord[]>({ atOnce: 1, choose: oneOfEachKind, run });
  return (kind, { now, until, limit }) => claim({ kind, now, until, limit });
}

/** Of each kind the first: two claims of one kind in a statement would take the same records. */
function oneOfEachKind(waiting: readonly Claim[]): ReadonlySet<Claim> {
  const byKind = new Map<string, Claim>();
  for (const claim of waiting) if (!byKind.has(claim.kind)) byKind.set(claim.kind, claim);
  return new Set(byKind.values());
}

async function claimAll(db: Kysely<Tables>, claims: readonly Claim[]): Promise<readonly (readonly DueRecord[])[]> {
  const columns = [
    claims.map(({ kind }) => kind),
    claims.map(({ now }) => now),
    claims.map(({ until }) => until),
    claims.map(({ limit }) => limit),
  ];
  const query = CompiledQuery.raw("select * from wonflow.claim_due_5($1, $2, $3, $4)", columns);
  const { rows } = await db.executeQuery<RecordRow>(query);
  const records = rows.map(toDueRecord);
  return claims.map(({ kind }) => records.filter(({ key }) => key.kind === kind));
}
