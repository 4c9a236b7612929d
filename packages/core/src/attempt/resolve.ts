import { decideAndCommit, loadOnce } from "../commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse, refuseField } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { validate } from "../validate.ts";
import { attemptRecord, attemptWrite, isConcluded, type Attempt } from "./attempt.ts";
import type { BoundAttemptKind } from "./drive.ts";
import { evidenceSchema, type Evidence, type EvidenceInput } from "./evidence.ts";
import type { FlaggedAttempt } from "./list-flagged.ts";

export const resolveAttemptErrors = [
  "INVALID_REQUEST",
  "NOT_FOUND_ATTEMPT",
  "ALREADY_CONCLUDED_ATTEMPT",
  "CONCURRENT_REQUEST",
] as const;

/** Which attempt, and what was found out about it. */
export interface Resolution {
  readonly key: string;
  readonly input: EvidenceInput;
}

/** Ends an attempt by what people have found out. The evidence is kept with it first, whatever comes of it. */
export async function resolveAttempt<Reach extends Context>(
  context: Reach,
  tenant: Tenant,
  { key, input, kinds }: Resolution & { readonly kinds: readonly BoundAttemptKind<Reach>[] },
) {
  const valid = validate(evidenceSchema, input);
  if (!valid.ok) return valid;
  const { outcome, at, note } = valid.value;
  if (outcome === "done" && at === undefined)
    return refuseField("INVALID_REQUEST", "at", "must say when it took effect");
  const evidence: Evidence = { outcome, at: at === undefined ? context.clock.now() : Date.parse(at), note };
  const kept = await keepEvidence(context, tenant, { key, evidence });
  if (!kept.ok) return kept;
  const kind = kinds.find(({ name }) => name === kept.value.kind);
  if (kind === undefined) throw new Error(`attempt ${key} is of an unknown kind: ${kept.value.kind}`);
  await kind.resolve(context, tenant, { attempt: kept.value, evidence });
  const [after = kept.value] = await loadOnce(context, tenantId(tenant), (read) => read(attemptRecord.ref(key)));
  const { status, openedAt, lookUps } = after;
  return ok<FlaggedAttempt>({ key, kind: after.kind, status, openedAt, lookUps });
}

function keepEvidence(
  context: Context,
  tenant: Tenant,
  { key, evidence }: { readonly key: string; readonly evidence: Evidence },
) {
  return decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: key,
    load: (read) => read(attemptRecord.ref(key)),
    decide: ([attempt]) => {
      if (attempt === undefined) return { answer: refuse("NOT_FOUND_ATTEMPT") };
      if (isConcluded(attempt)) return { answer: refuse("ALREADY_CONCLUDED_ATTEMPT") };
      const noted: Attempt = { ...attempt, evidence };
      return { answer: ok(noted), changes: { writes: [attemptWrite(attemptRecord, noted)] } };
    },
  });
}
