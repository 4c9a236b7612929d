import { decideAndCommit, loadOnce } from "../commit/commit.ts";
import type { Read } from "../commit/snapshot.ts";
import type { Context } from "../../context.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotentRequest,
  type RequestOptions,
} from "../idempotency/idempotency.ts";
import { ok, refuse, refuseField } from "../../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { attemptRecord, bankAttemptRecord, isConcluded, type Attempt } from "./attempt.ts";
import {
  answerOf,
  evidenceKeyErrors,
  replayEvidence,
  dated,
  isGivenBack,
  readAttemptEvidence,
  type AttemptEvidenceInput,
  type Evidence,
} from "./evidence.ts";
import { sinceOf, type BoundAttemptKind } from "./lost-answer.ts";

export const resolveAttemptErrors = [
  "INVALID_REQUEST",
  "INVALID_AMOUNT",
  "NOT_FOUND_ATTEMPT",
  "ALREADY_CONCLUDED_ATTEMPT",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "NOT_MATCHES_REFUNDABLE_AMOUNT",
  "PAYOUT_STATEMENT_NOT_READ",
  "CONCURRENT_REQUEST",
  ...evidenceKeyErrors,
] as const;

export interface Resolution {
  readonly key: string;
  readonly input: AttemptEvidenceInput;
  readonly options: RequestOptions;
}

interface Resolving<Reach extends Context> {
  readonly key: string;
  readonly kinds: readonly BoundAttemptKind<Reach>[];
}

interface Evident {
  readonly evidence: Evidence;
  readonly request: IdempotentRequest | undefined;
}

/**
 * Ends an attempt by evidence, or enters evidence that contradicts an ended approval. Repeated with the same idempotency
 * key it enters nothing again, and ends what a stopped process has left open.
 */
export async function resolveAttempt<Reach extends Context>(
  context: Reach,
  tenant: Tenant,
  { input, options, ...resolving }: Resolution & Resolving<Reach>,
) {
  const { key, kinds } = resolving;
  const typed = readAttemptEvidence(input);
  if (!typed.ok) return typed;
  const prepared = await prepareIdempotency(context, ["resolve-attempt", { key, ...typed.value }], options);
  if (!prepared.ok) return prepared;
  const request = prepared.value;
  const { attempt, record } = await loadOnce(context, tenant, (read) => loadEvident(read, key, request));
  if (attempt === undefined) return refuse("NOT_FOUND_ATTEMPT");
  const earlier = replayEvidence(request, record);
  if (earlier?.ok === false) return earlier;
  if (earlier !== undefined && isConcluded(attempt)) return ok({ attempt, entered: earlier.value });
  const since = sinceOf(kindOf(attempt, kinds), attempt, isGivenBack(typed.value));
  const read = dated(typed.value, { ...since, now: context.clock.now() });
  if (!read.ok) return read;
  const evidence = read.value;
  if (isConcluded(attempt)) {
    const contradicted = await kindOf(attempt, kinds).contradict?.(context, tenant, { attempt, evidence, request });
    if (contradicted === undefined) return refuse("ALREADY_CONCLUDED_ATTEMPT");
    return contradicted.ok ? ok({ attempt, entered: contradicted.value }) : contradicted;
  }
  if (isGivenBack(evidence)) {
    const problem = "must be done or not-done, as the outcome of this attempt is not known yet";
    return refuseField("INVALID_REQUEST", "outcome", problem);
  }
  const ended = await endAttempt(context, tenant, { ...resolving, evidence, request });
  return ended.ok ? ok({ attempt: ended.value, entered: null }) : ended;
}

/**
 * Ends an attempt by evidence. The evidence is committed first, so that a failure cannot lose it; what cannot be known
 * yet is refused before that, as a refusal leaves no evidence behind.
 */
export async function endAttempt<Reach extends Context>(
  context: Reach,
  tenant: Tenant,
  { key, kinds, evidence, request }: Resolving<Reach> & Evident,
) {
  const { attempt: open } = await loadOnce(context, tenant, (read) => loadEvident(read, key, undefined));
  if (open !== undefined && !isConcluded(open)) {
    const may = await kindOf(open, kinds).mayResolve?.(context, tenant, { attempt: open, evidence });
    if (may?.ok === false) return may;
  }
  const kept = await keepEvidence(context, tenant, { key, evidence, request });
  if (!kept.ok) return kept;
  const attempt = kept.value;
  const resolved = await kindOf(attempt, kinds).resolve(context, tenant, { attempt, evidence });
  if (!resolved.ok) return resolved;
  const { attempt: after = attempt } = await loadOnce(context, tenant, (read) => loadEvident(read, key, undefined));
  return ok(after);
}

function kindOf<Reach extends Context>({ key, kind }: Attempt, kinds: Resolving<Reach>["kinds"]) {
  const found = kinds.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`attempt ${key} is of an unknown kind: ${kind}`);
  return found;
}

/** An attempt is at a gateway or at a bank, never both. */
async function loadEvident(read: Read, key: string, request: IdempotentRequest | undefined) {
  const [ofCard, ofBank, record] = await read(attemptRecord.ref(key), bankAttemptRecord.ref(key), request?.ref);
  return { attempt: ofCard ?? ofBank, kind: ofCard === undefined ? bankAttemptRecord : attemptRecord, record };
}

function keepEvidence(
  context: Context,
  tenant: Tenant,
  { key, evidence, request }: Evident & { readonly key: string },
) {
  return decideAndCommit(context, {
    tenant,
    lane: key,
    load: (read) => loadEvident(read, key, request),
    decide: ({ attempt, kind, record }) => {
      if (attempt === undefined) return { answer: refuse("NOT_FOUND_ATTEMPT") };
      const earlier = replayEvidence(request, record);
      if (earlier !== undefined) return { answer: earlier.ok ? ok(attempt) : earlier };
      if (isConcluded(attempt)) return { answer: refuse("ALREADY_CONCLUDED_ATTEMPT") };
      const noted: Attempt = { ...attempt, evidence: { ...evidence } };
      return {
        answer: ok(noted),
        changes: { writes: [kind.write(noted), ...rememberRequest(request, answerOf(null))] },
      };
    },
  });
}
