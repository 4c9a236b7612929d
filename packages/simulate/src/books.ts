import {
  accountNames,
  attemptStates,
  emptyBalances,
  intentStates,
  normalDelta,
  sessionStates,
  type Account,
  type ChangeSet,
  type RecordBody,
  type RecordKey,
  type TenantId,
} from "@wonflow/core";
import type { ApprovalRecord, SandboxCardNetwork } from "@wonflow/sandbox";
import type { Machines } from "@wonflow/testkit/simulator";
import {
  recordSchemas,
  type AttemptRecord,
  type IdempotencyRecord,
  type IntentRecord,
  type OrderRecord,
  type SessionRecord,
} from "./records.ts";

export const machines: Machines = { session: sessionStates, intent: intentStates, attempt: attemptStates };

type Of<Body> = Body & { readonly tenant: TenantId };

/** A record that was written: where its machine went from and to. `event` is undefined where the table has no such move. */
export interface Move {
  readonly machine: "session" | "intent" | "attempt";
  readonly id: string;
  readonly intentKey: string;
  /** Undefined for a new record. */
  readonly from: string | undefined;
  readonly to: string;
  readonly event: string | undefined;
  /** When it was decided, milliseconds since 1970. */
  readonly at: number;
}

export interface Forgotten {
  readonly times: number;
  readonly forgetAt: number;
  readonly at: number;
}

/**
 * What is true: everything that was committed, and what the network knows, seen from underneath all
 * ports, where no fault and no planted bug reaches. Invariants read it.
 */
export interface Books {
  readonly network: SandboxCardNetwork;
  readonly intents: ReadonlyMap<string, Of<IntentRecord>>;
  readonly sessions: ReadonlyMap<string, Of<SessionRecord>>;
  readonly attempts: ReadonlyMap<string, Of<AttemptRecord>>;
  /** By tenant, a space, and the order id. */
  readonly orders: ReadonlyMap<string, Of<OrderRecord>>;
  /** By tenant, a space, and the idempotency key. */
  readonly idempotency: ReadonlyMap<string, IdempotencyRecord>;
  /** The idempotency keys that were forgotten: how often, and until when the last one was to be remembered. */
  readonly forgotten: ReadonlyMap<string, Forgotten>;
  readonly balances: ReadonlyMap<TenantId, Readonly<Record<Account, number>>>;
  /** What became of an approval at the network. */
  approval(intent: Of<IntentRecord>): ApprovalRecord | undefined;
  /** Enters a change set that was committed, and answers the moves that it made. */
  enter(changeSet: ChangeSet): readonly Move[];
}

export function openBooks(network: SandboxCardNetwork): Books {
  const intents = new Map<string, Of<IntentRecord>>();
  const sessions = new Map<string, Of<SessionRecord>>();
  const attempts = new Map<string, Of<AttemptRecord>>();
  const orders = new Map<string, Of<OrderRecord>>();
  const idempotency = new Map<string, IdempotencyRecord>();
  const forgotten = new Map<string, Forgotten>();
  const balances = new Map<TenantId, Record<Account, number>>();
  const entered = new Set<string>();

  function enterWrite({ tenant, at }: ChangeSet, { kind, id }: RecordKey, body: RecordBody): void {
    if (kind === "intent") intents.set(id, { tenant, ...recordSchemas.intent.parse(body) });
    if (kind === "session") sessions.set(id, { tenant, ...recordSchemas.session.parse(body) });
    if (kind === "attempt") attempts.set(id, { tenant, ...recordSchemas.attempt.parse(body) });
    if (kind === "order") orders.set(`${tenant} ${id}`, { tenant, ...recordSchemas.order.parse(body) });
    if (kind === "idempotency") enterKey(`${tenant} ${id}`, at, recordSchemas.idempotency.parse(body));
  }

  function enterKey(key: string, at: number, record: IdempotencyRecord): void {
    if (record.fingerprint === "") forget(key, at);
    else idempotency.set(key, record);
  }

  function forget(key: string, at: number): void {
    const before = idempotency.get(key);
    if (before === undefined) return;
    forgotten.set(key, { times: (forgotten.get(key)?.times ?? 0) + 1, forgetAt: before.forgetAt, at });
    idempotency.delete(key);
  }

  return {
    network,
    intents,
    sessions,
    attempts,
    orders,
    idempotency,
    forgotten,
    balances,
    approval: ({ tenant, approvalKey }) => (approvalKey === null ? undefined : network.record(tenant, approvalKey)),
    enter(changeSet) {
      if (entered.has(changeSet.id)) return [];
      entered.add(changeSet.id);
      const moves: Move[] = [];
      for (const { key, body } of changeSet.writes) {
        const { id } = key;
        if (body === null) forget(`${changeSet.tenant} ${id}`, changeSet.at);
        if (body === null) continue;
        const before = { intent: intents.get(id), session: sessions.get(id), attempt: attempts.get(id) };
        enterWrite(changeSet, key, body);
        const after = { intent: intents.get(id), session: sessions.get(id), attempt: attempts.get(id) };
        moves.push(...movesOf({ id, at: changeSet.at, before, after }));
      }
      for (const posting of changeSet.postings) {
        const own = balances.get(changeSet.tenant) ?? { ...emptyBalances };
        own[posting.account] += normalDelta(posting);
        balances.set(changeSet.tenant, own);
      }
      return moves.map((move) => closing(move, moves));
    },
  };
}

/** Two events lead from OPEN to EXPIRED: a session is closed by the cancellation of its payment. */
function closing(move: Move, moves: readonly Move[]): Move {
  const closed = move.event === "expire" && move.machine === "session";
  return closed && moves.some(({ event }) => event === "cancel-rest") ? { ...move, event: "close" } : move;
}

interface Versions {
  readonly intent: IntentRecord | undefined;
  readonly session: SessionRecord | undefined;
  readonly attempt: AttemptRecord | undefined;
}

function movesOf(written: {
  readonly id: string;
  readonly at: number;
  readonly before: Versions;
  readonly after: Versions;
}): readonly Move[] {
  const { id, at, before, after } = written;
  const machine = (["intent", "session", "attempt"] as const).find((each) => after[each] !== before[each]);
  if (machine === undefined) return [];
  const now = after[machine];
  if (now === undefined) return [];
  const was = before[machine];
  if (was !== undefined && standsStill(before, after)) return [];
  const event = was === undefined ? "new" : eventOf(machine, was.status, now.status);
  return [{ machine, id, intentKey: now.intentKey, from: was?.status, to: now.status, event, at }];
}

/** A write that changes no status and makes no move from a status to itself. */
function standsStill(before: Versions, after: Versions): boolean {
  if (before.attempt !== undefined && after.attempt !== undefined) {
    return before.attempt.status === after.attempt.status && before.attempt.lookUps === after.attempt.lookUps;
  }
  if (before.intent !== undefined && after.intent !== undefined) {
    const { status, canceledAmount } = after.intent;
    return before.intent.status === status && before.intent.canceledAmount === canceledAmount;
  }
  return before.session?.status === after.session?.status;
}

function eventOf(machine: Move["machine"], from: string, to: string): string | undefined {
  const row = Object.entries(machines[machine]?.[from] ?? {});
  return row.find(([, next]) => next === to)?.[0];
}

/** The sum of a tenant's debits less its credits: zero, always. */
export function imbalanceOf(balances: Readonly<Record<Account, number>>): number {
  const debits = ["receivable", "bank"] as const satisfies readonly Account[];
  const sign = (account: Account) => (debits.some((each) => each === account) ? 1 : -1);
  return accountNames.reduce((sum, account) => sum + sign(account) * balances[account], 0);
}
