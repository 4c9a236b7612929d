import { loadOnce } from "../commit/commit.ts";
import type { Context } from "../../context.ts";
import type { IndexedKind } from "../commit/record.ts";
import { ok, type Result } from "../../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { Work } from "../due-work/work.ts";
import { attemptRecord, bankAttemptRecord, isConcluded, type Attempt } from "./attempt.ts";
import type { IdempotentRequest } from "../idempotency/idempotency.ts";
import type { PossibleTime } from "../time/typed-time.ts";
import type { Entered, Evidence, GivenBack } from "./evidence.ts";

const second = 1000;
const steps = 60;

/**
 * The attempt after a call or look-up without an outcome. It is looked up again after 1, 2, 4, … 60 seconds, or, by
 * `paceMs`, minutes.
 */
export function stillUnknown<Body extends Attempt>(
  attempt: Body,
  at: {
    readonly now: number;
    readonly flagAfterMs: number;
    readonly needsOperator?: boolean;
    readonly paceMs?: number;
  },
): Body {
  const wait = Math.min(2 ** Math.min(attempt.lookUps, 10), steps) * (at.paceMs ?? second);
  return {
    ...attempt,
    status: "UNKNOWN",
    lookUpAt: at.now + wait,
    lookUps: attempt.lookUps + 1,
    flagged: attempt.flagged || at.needsOperator === true || at.now - attempt.openedAt >= at.flagAfterMs,
  };
}

export interface AttemptKind<Reach extends Context, Body extends Attempt> {
  readonly name: string;
  readonly record: IndexedKind<Body>;
  /** Asks the provider for the outcome, concludes the attempt, and returns its current state. */
  readonly findOut: (context: Reach, tenant: Tenant, attempt: Body) => Promise<Body>;
  /** Asks a last time about an attempt that `refused` or `not-found` has concluded. What is found then contradicts. */
  readonly lookAgain?: (context: Reach, tenant: Tenant, attempt: Body) => Promise<unknown>;
  /** From when on evidence about it may be, see `sinceOf`. */
  readonly since?: (attempt: Body, isGivenBack: boolean) => Since;
  /** Refuses evidence that cannot be known yet, before it is kept; all is taken by default. */
  readonly mayResolve?: (
    context: Reach,
    tenant: Tenant,
    resolved: Resolved<Body>,
  ) => Promise<Result<unknown, "PAYOUT_STATEMENT_NOT_READ">>;
  /** Concludes an attempt by evidence, through the same function as an answer of the provider. */
  readonly resolve: (
    context: Reach,
    tenant: Tenant,
    resolved: Resolved<Body>,
  ) => Promise<Result<unknown, "CONCURRENT_REQUEST">>;
  /** Enters evidence that contradicts a concluded attempt; undefined if the evidence is already known. */
  readonly contradict?: (
    context: Reach,
    tenant: Tenant,
    contradiction: Contradiction<Body>,
  ) => Promise<Result<Entered, ContradictionCode> | undefined>;
}

export type Since = Omit<PossibleTime, "now">;

export type ContradictionCode =
  | "CONCURRENT_REQUEST"
  | "ALREADY_CONCLUDED_ATTEMPT"
  | "FORBIDDEN_CONSECUTIVE_REQUEST"
  | "NOT_MATCHES_REFUNDABLE_AMOUNT"
  | "INVALID_REQUEST"
  | "IDEMPOTENCY_KEY_REUSED";

export interface Contradiction<Body> {
  readonly attempt: Body;
  readonly evidence: Evidence | GivenBack;
  readonly request: IdempotentRequest | undefined;
}

export interface Resolved<Body> {
  readonly attempt: Body;
  readonly evidence: Evidence;
}

/**
 * Looks up the outcome of an attempt and concludes it: when it is due, or when a repeated request meets it past its
 * deadline. Returns its state afterwards.
 */
export async function findOutAttempt<Reach extends Context, Body extends Attempt>(
  context: Reach,
  tenant: Tenant,
  { kind, key }: { readonly kind: AttemptKind<Reach, Body>; readonly key: string },
): Promise<Body> {
  const [attempt] = await loadOnce(context, tenant, (read) => read(kind.record.ref(key)));
  if (attempt === undefined) throw new Error(`attempt ${key} has no record`);
  return isConcluded(attempt) ? attempt : kind.findOut(context, tenant, attempt);
}

interface Group<Reach extends Context, Body extends Attempt> {
  readonly kind: AttemptKind<Reach, Body>;
  readonly first: Body;
  readonly others: readonly string[];
}

/** Looks up the other attempts of a request, and returns the first one's state afterwards. */
export async function findOutOthers<Reach extends Context, Body extends Attempt>(
  context: Reach,
  tenant: Tenant,
  { kind, first, others }: Group<Reach, Body>,
): Promise<Body> {
  for (const key of others) await findOutAttempt(context, tenant, { kind, key });
  if (others.length === 0) return first;
  const [now] = await loadOnce(context, tenant, (read) => read(kind.record.ref(first.key)));
  return now ?? first;
}

/** From when on evidence about an attempt may be: by default, since it was opened. */
export function sinceOf<Reach extends Context, Body extends Attempt>(
  kind: AttemptKind<Reach, Body>,
  attempt: Body,
  isGivenBack: boolean,
): Since {
  return kind.since?.(attempt, isGivenBack) ?? { earliest: attempt.openedAt, since: "when it was requested" };
}

/** A kind of attempt as the list of due work has it: it finds out about an attempt that was read without its kind. */
export type BoundAttemptKind<Reach extends Context> = AttemptKind<Reach, Attempt>;

export function bindKind<Reach extends Context, Body extends Attempt>(
  kind: AttemptKind<Reach, Body>,
): BoundAttemptKind<Reach> {
  const { schema } = kind.record;
  return {
    ...kind,
    findOut: (context, tenant, attempt) => kind.findOut(context, tenant, schema.parse(attempt)),
    lookAgain: async (context, tenant, attempt) => kind.lookAgain?.(context, tenant, schema.parse(attempt)),
    since: (attempt, isGivenBack) => sinceOf(kind, schema.parse(attempt), isGivenBack),
    contradict: async (context, tenant, { attempt, ...entering }) =>
      kind.contradict?.(context, tenant, { attempt: schema.parse(attempt), ...entering }),
    mayResolve: async (context, tenant, { attempt, evidence }) =>
      (await kind.mayResolve?.(context, tenant, { attempt: schema.parse(attempt), evidence })) ?? ok(undefined),
    resolve: (context, tenant, { attempt, evidence }) =>
      kind.resolve(context, tenant, { attempt: schema.parse(attempt), evidence }),
  };
}

/** Looks up attempts whose request did not learn their outcome: at gateways, and at banks. */
export function attemptWorks<Reach extends Context>(
  kinds: readonly BoundAttemptKind<Reach>[],
): readonly [Work<Reach>, Work<Reach>] {
  return [attemptWork(attemptRecord, kinds), attemptWork(bankAttemptRecord, kinds)];
}

function attemptWork<Reach extends Context>(
  record: IndexedKind<Attempt>,
  kinds: readonly BoundAttemptKind<Reach>[],
): Work<Reach> {
  return {
    kind: record.name,
    limit: 100,
    async run(context, tenant, key) {
      const [attempt] = await loadOnce(context, tenant, (read) => read(record.ref(key)));
      if (attempt === undefined || attempt.lookUpAt === null) return;
      const kind = kinds.find(({ name }) => name === attempt.kind);
      if (kind === undefined) throw new Error(`attempt ${key} is of an unknown kind: ${attempt.kind}`);
      if (!isConcluded(attempt)) await kind.findOut(context, tenant, attempt);
      // Another process may have concluded it since it was claimed. A final look-up now would be too early to find a
      // call that arrives late, and there would be no other.
      else if (attempt.lookUpAt <= context.clock.now()) await kind.lookAgain?.(context, tenant, attempt);
    },
  };
}
