import type { ChangeSet, Notice, Store } from "@wonflow/core";
import { ConnectionLost, type SandboxCardNetwork } from "@wonflow/sandbox";
import { Unreachable, type Coverage, type FaultKind } from "@wonflow/testkit/simulator";
import { openAcknowledged, type Success } from "./acknowledged.ts";
import { openBooks, type Books, type Move } from "./books.ts";
import type { Exchange } from "./exchange.ts";
import { errorText, type Invariant, type Sight, type Violation } from "./invariant.ts";
import { invariants } from "./invariants.ts";

/** Looks at everything that happens, from underneath all ports, and remembers the first thing that is wrong. */
export interface Watch {
  readonly books: Books;
  /** A store whose commits are seen. */
  readonly watched: (store: Store) => Store;
  /** The first success under an idempotency key that a client was told of. */
  readonly toldBefore: (tenant: string, idempotencyKey: string | undefined) => Success | undefined;
  /** What was answered. */
  readonly answered: (exchange: Exchange) => void;
  readonly noticed: (notice: Notice) => void;
  /** A fault hit a call about these payments; about all where it names none. */
  readonly hit: (kind: FaultKind, payments?: readonly string[]) => void;
  /** Asks everything that must hold after a step. */
  readonly afterStep: () => void;
  /** Asks everything that must hold once all is at rest. */
  readonly atRest: () => void;
  readonly violation: () => Violation | undefined;
}

export function createWatch(options: {
  readonly network: SandboxCardNetwork;
  readonly now: () => number;
  readonly coverage: Coverage;
}): Watch {
  const { network, now, coverage } = options;
  const books = openBooks(network);
  const acknowledged = openAcknowledged();
  const moved = countMoves(books, coverage);
  let changed = false;
  const networkChanged = changesOf(network);
  let violation: Violation | undefined;

  function inquire(question: (invariant: Invariant, sight: Sight) => string | undefined): void {
    if (violation !== undefined) return;
    const sight: Sight = { books, acknowledged, now: now() };
    for (const invariant of invariants) {
      const problem = question(invariant, sight);
      if (problem === undefined) continue;
      violation = { invariant: invariant.name, problem };
      return;
    }
  }

  function committed({ tenant, writes }: ChangeSet, moves: readonly Move[]): void {
    changed = true;
    for (const { key } of writes) {
      const forgotten = key.kind === "idempotency" && !books.idempotency.has(`${tenant} ${key.id}`);
      if (forgotten) acknowledged.forget(`${tenant} ${key.id}`);
    }
    for (const move of moves) inquire((invariant, sight) => invariant.ofMove?.(move, sight));
    moved.count(moves);
  }

  return {
    books,
    watched: (store) => ({
      ...store,
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        if (result.status === "committed") committed(changeSet, books.enter(changeSet));
        return result;
      },
    }),
    toldBefore: (tenant, key) => (key === undefined ? undefined : acknowledged.under(tenant, key)),
    answered(exchange) {
      inquire((invariant, sight) => invariant.ofAnswer?.(exchange, sight));
      const { request, tenant, answer } = exchange;
      if (request.method !== "POST" || answer.status >= 300 || exchange.forgotten) return;
      acknowledged.enter(tenant, { request, answer });
    },
    noticed(notice) {
      if (!("error" in notice) || violation !== undefined) return;
      // What the simulation and the test cards do on purpose; anything else that throws is a bug.
      if (notice.error instanceof Unreachable || notice.error instanceof ConnectionLost) return;
      violation = { invariant: "no internal error", problem: `${notice.kind}: ${errorText(notice.error)}` };
    },
    hit: (kind, payments) => moved.hit(kind, payments),
    afterStep() {
      const networkMoved = networkChanged();
      if (changed || networkMoved) inquire((invariant, sight) => invariant.always?.(sight));
      changed = false;
    },
    atRest: () => inquire((invariant, sight) => invariant.atRest?.(sight)),
    violation: () => violation,
  };
}

/** Counts each move under the faults that have hit its payment since the move before. */
function countMoves(books: Books, coverage: Coverage) {
  const hits = new Map<string, Set<FaultKind>>();
  return {
    hit(kind: FaultKind, payments: readonly string[] = [...books.intents.keys()]): void {
      for (const payment of payments) hits.set(payment, (hits.get(payment) ?? new Set()).add(kind));
    },
    count(moves: readonly Move[]): void {
      for (const { machine, from, event, intentKey } of moves) {
        if (from === undefined || event === undefined) continue;
        for (const fault of hits.get(intentKey) ?? ["none"]) coverage.reach({ machine, status: from, event }, fault);
      }
      for (const { intentKey } of moves) hits.delete(intentKey);
    },
  };
}

/** Whether the network's books have changed since this was asked before. */
function changesOf(network: SandboxCardNetwork): () => boolean {
  let before: readonly unknown[] = [];
  return () => {
    const records = network.records();
    const same = records.length === before.length && records.every((record, index) => record === before[index]);
    before = records;
    return !same;
  };
}
