import { decideAndCommit, loadOnce } from "../commit/commit.ts";
import type { Read } from "../commit/snapshot.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { attemptRecord, bankAttemptRecord, isConcluded, type Attempt } from "./attempt.ts";
import type { BoundAttemptKind } from "./lost-answer.ts";
import { readEvidence, type Evidence, type EvidenceInput } from "./evidence.ts";
import { viewAttempt } from "./list-flagged.ts";

export const resolveAttemptErrors = [
  "INVALID_REQUEST",
  "NOT_FOUND_ATTEMPT",
  "ALREADY_CONCLUDED_ATTEMPT",
  "PAYOUT_STATEMENT_NOT_READ",
  "CONCURRENT_REQUEST",
] as const;

export interface Resolution {
  readonly key: string;
  readonly input: EvidenceInput;
}

/** Ends an attempt by evidence. The evidence is committed first, so that a failure cannot lose it. */
export async function resolveAttempt<Reach extends Context>(
  context: Reach,
  tenant: Tenant,
  { key, input, kinds }: Resolution & { readonly kinds: readonly BoundAttemptKind<Reach>[] },
) {
  const read = readEvidence(input, context.clock.now());
  if (!read.ok) return read;
  const evidence = read.value;
  const kept = await keepEvidence(context, tenant, { key, evidence });
  if (!kept.ok) return kept;
  const kind = kinds.find(({ name }) => name === kept.value.kind);
  if (kind === undefined) throw new Error(`attempt ${key} is of an unknown kind: ${kept.value.kind}`);
  const resolved = await kind.resolve(context, tenant, { attempt: kept.value, evidence });
  if (!resolved.ok) return resolved;
  const [ofCard, ofBank] = await loadOnce(context, tenant, (records) => readAttempt(records, key));
  return ok(viewAttempt(ofCard ?? ofBank ?? kept.value));
}

/** An attempt is at a card network or at a bank, never both. */
function readAttempt(read: Read, key: string) {
  return read(attemptRecord.ref(key), bankAttemptRecord.ref(key));
}

function keepEvidence(
  context: Context,
  tenant: Tenant,
  { key, evidence }: { readonly key: string; readonly evidence: Evidence },
) {
  return decideAndCommit(context, {
    tenant,
    lane: key,
    load: (read) => readAttempt(read, key),
    decide: ([ofCard, ofBank]) => {
      const attempt = ofCard ?? ofBank;
      if (attempt === undefined) return { answer: refuse("NOT_FOUND_ATTEMPT") };
      if (isConcluded(attempt)) return { answer: refuse("ALREADY_CONCLUDED_ATTEMPT") };
      const noted: Attempt = { ...attempt, evidence: { ...evidence } };
      const record = ofCard === undefined ? bankAttemptRecord : attemptRecord;
      return { answer: ok(noted), changes: { writes: [record.write(noted)] } };
    },
  });
}
