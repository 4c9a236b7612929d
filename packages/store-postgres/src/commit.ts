import {
  accountNames,
  accounts,
  assertWellFormed,
  keyText,
  storableJson,
  type ChangeSet,
  type CommitResult,
} from "@wonflow/core";
import { sql, type Kysely } from "kysely";
import { z } from "zod";
import { serverError } from "./failure.ts";
import { withRetries } from "./retry.ts";
import { sqlStates } from "./schema/commit-functions.ts";
import type { Tables } from "./schema/tables.ts";

const refusalSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("conflict"), key: z.object({ kind: z.string(), id: z.string() }) }),
  z.object({ status: z.literal("below-floor"), account: z.enum(accountNames) }),
]);

/** How many change sets are remembered as in doubt; an outage must not fill the memory. */
const maxDoubts = 100_000;

/**
 * The commit of the store port. A change set is in doubt when a try was lost, until an answer comes;
 * then also a refusal is made final by recording it, as the lost try may still be on its way.
 */
export function createCommit(db: Kysely<Tables>): (changeSet: ChangeSet) => Promise<CommitResult> {
  const doubts = new Set<string>();

  function doubt(id: string): void {
    doubts.add(id);
    for (const oldest of doubts) {
      if (doubts.size <= maxDoubts) return;
      doubts.delete(oldest);
    }
  }

  return async (changeSet) => {
    assertWellFormed(changeSet);
    const change = changeJson(changeSet);
    const id = `${changeSet.tenant}\n${changeSet.id}`;
    const result = await withRetries(
      () => (doubts.has(id) ? commitInDoubt(db, change) : commitOnce(db, change)),
      () => doubt(id),
    );
    doubts.delete(id);
    return result;
  };
}

async function commitOnce(db: Kysely<Tables>, change: string): Promise<CommitResult> {
  try {
    const query = sql<{ refusal: unknown }>`select wonflow.commit_change_set_2(${change}::text::jsonb) as refusal`;
    return toResult((await query.execute(db)).rows[0]?.refusal);
  } catch (error) {
    return resultOfError(error);
  }
}

async function commitInDoubt(db: Kysely<Tables>, change: string): Promise<CommitResult> {
  try {
    const query = sql<{ refusal: unknown }>`select wonflow.commit_in_doubt_2(${change}::text::jsonb) as refusal`;
    return toResult((await query.execute(db)).rows[0]?.refusal);
  } catch (error) {
    return resultOfError(error);
  }
}

function toResult(refusal: unknown): CommitResult {
  return refusal === null ? { status: "committed" } : refusalSchema.parse(refusal);
}

/** SQLSTATEs of a number that is too large for its column: only a balance can be, by the sum of what is posted. */
const outOfRange = new Set(["22003", "23514"]);

function resultOfError(error: unknown): CommitResult {
  const answer = serverError(error);
  if (answer?.code === sqlStates.guardFailed) return refusalSchema.parse(JSON.parse(answer.detail ?? "null"));
  if (answer?.code === sqlStates.unbalanced) throw new RangeError("postings are not balanced", { cause: error });
  if (answer !== undefined && outOfRange.has(answer.code)) {
    throw new RangeError("an amount, time or balance is outside of the whole numbers up to 2^53", { cause: error });
  }
  throw error;
}

/** A change set in the form that the database functions take, see `commit-functions.ts`. */
export function changeJson({ id, tenant, at, reference, expect, writes, postings, floors }: ChangeSet): string {
  const written = new Map(writes.map((write) => [keyText(write.key), write]));
  const records = expect.map(({ key, version }) => {
    const write = written.get(keyText(key));
    const { body = null, dueAt = null, place = null } = write ?? {};
    const next = { body, due_at: dueAt, list: place?.list ?? null, position: place?.position ?? null };
    return { ...key, expected: version === "absent" ? null : version, write: write !== undefined, ...next };
  });
  const sides = floors.map(({ account, min }) => ({ account, min, sign: accounts[account] === "debit" ? 1 : -1 }));
  return storableJson({ id, tenant, at, reference, records, postings, floors: sides });
}
