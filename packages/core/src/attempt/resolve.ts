import { decideAndCommit, loadOnce } from "../commit/commit.ts";
import type { Read } from "../commit/snapshot.ts";
import type { Context } from "../context.ts";
import { ok, refuse, refuseField } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { attemptRecord, bankAttemptRecord, isConcluded, type Attempt } from "./attempt.ts";
import type { BoundAttemptKind } from "./lost-answer.ts";
import { isGivenBack, readAttemptEvidence, type AttemptEvidenceInput, type Evidence } from "./evidence.ts";

export const resolveAttemptErrors = [
  "INVALID_REQUEST",
  "INVALID_AMOUNT",
  "NOT_FOUND_ATTEMPT",
  "ALREADY_CONCLUDED_ATTEMPT",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "NOT_MATCHES_REFUNDABLE_AMOUNT",
  "PAYOUT_STATEMENT_NOT_READ",
  "CONCURRENT_REQUEST",
] as const;

export interface Resolution {
  readonly key: string;
  readonly input: AttemptEvidenceInput;
}

interface Resolving<Reach extends Context> {
  readonly key: string;
  readonly kinds: readonly BoundAttemptKind<Reach>[];
}

/** Ends an attempt by evidence, or enters evidence that contradicts an ended approval. */
export async function resolveAttempt<Reach extends Context>(
  context: Reach,
  tenant: Tenant,
  { input, ...resolving }: Resolution & Resolving<Reach>,
) {
  const { key, kinds } = resolving;
  const read = readAttemptEvidence(input, context.clock.now());
  if (!read.ok) return read;
  const evidence = read.value;
  const attempt = await loadAttempt(context, tenant, key);
  if (attempt === undefined) return refuse("NOT_FOUND_ATTEMPT");
  if (isConcluded(attempt)) {
    const contradicted = await kindOf(attempt, kinds).contradict?.(context, tenant, { attempt, evidence });
    if (contradicted === undefined) return refuse("ALREADY_CONCLUDED_ATTEMPT");
    return contradicted.ok ? ok(attempt) : contradicted;
  }
  if (!isGivenBack(evidence)) return endAttempt(context, tenant, { ...resolving, evidence });
  const problem = "must be done or not-done, as the outcome of this attempt is not known yet";
  return refuseField("INVALID_REQUEST", "outcome", problem);
}

/**
 * Ends an attempt by evidence. The evidence is committed first, so that a failure cannot lose it; what cannot be known
 * yet is refused before that, as a refusal leaves no evidence behind.
 */
export async function endAttempt<Reach extends Context>(
  context: Reach,
  tenant: Tenant,
  { key, kinds, evidence }: Resolving<Reach> & { readonly evidence: Evidence },
) {
  const open = await loadAttempt(context, tenant, key);
  if (open !== undefined && !isConcluded(open)) {
    const may = await kindOf(open, kinds).mayResolve?.(context, tenant, { attempt: open, evidence });
    if (may?.ok === false) return may;
  }
  const kept = await keepEvidence(context, tenant, { key, evidence });
  if (!kept.ok) return kept;
  const attempt = kept.value;
  const resolved = await kindOf(attempt, kinds).resolve(context, tenant, { attempt, evidence });
  if (!resolved.ok) return resolved;
  return ok((await loadAttempt(context, tenant, key)) ?? attempt);
}

function kindOf<Reach extends Context>({ key, kind }: Attempt, kinds: Resolving<Reach>["kinds"]) {
  const found = kinds.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`attempt ${key} is of an unknown kind: ${kind}`);
  return found;
}

async function loadAttempt(context: Context, tenant: Tenant, key: string): Promise<Attempt | undefined> {
  const [ofCard, ofBank] = await loadOnce(context, tenant, (records) => readAttempt(records, key));
  return ofCard ?? ofBank;
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
