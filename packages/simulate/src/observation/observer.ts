import type { ChangeSet, Store } from "@wonflow/core";
import type { Coverage } from "../engine/coverage.ts";
import type { FaultKind } from "../engine/faults.ts";
import type { NamedRecord } from "../ports/port-call.ts";
import type { ProcessEvent } from "./event.ts";
import {
  acknowledgmentIn,
  acknowledgments,
  type Arrival,
  type Exchange,
  firstProblem,
  type Invariant,
  type Violation,
  type Projection,
} from "./invariant.ts";
import type { Move, ObservedRecords } from "./observed-records.ts";
import { type Observed, type Providers, firstDue } from "./observed.ts";
import { createState } from "../engine/state.ts";

export type Observer = ReturnType<typeof createObserver>;

export function observedStore(store: Store, observer: Pick<Observer, "onCommitted" | "onEvent">): Store {
  return {
    ...store,
    async claimDue(kind, claim) {
      const records = await store.claimDue(kind, claim);
      if (records.length > 0) observer.onEvent({ kind: "claimed", records, askedAt: claim.now });
      return records;
    },
    async commit(changeSet) {
      const result = await store.commit(changeSet);
      // A repeat of a change set whose id the store still knows changes nothing, and is answered without versions.
      if (result.status === "committed" && result.versions !== undefined) observer.onCommitted(changeSet);
      if (result.status === "conflict") observer.onEvent({ kind: "conflict", changeSet, key: result.key });
      if (result.status === "below-floor") observer.onEvent({ kind: "below-floor", changeSet });
      return result;
    },
  };
}

export interface ObserverOptions extends ObservedStateOptions {
  readonly invariants: readonly Invariant[];
}

export function createObserver({ invariants, ...options }: ObserverOptions) {
  const state = createObservedState(options);
  const moveCoverage = createMoveCoverage(options.coverage);
  const providersChanged = changesOf(options.providers);
  let eventful = false;
  let violation: Violation | undefined;

  function ask(question: (invariant: Invariant, observed: Observed) => string | undefined): void {
    if (violation !== undefined) return;
    const observed = state.now();
    for (const invariant of invariants) {
      const problem = question(invariant, observed);
      if (problem === undefined) continue;
      violation = { invariant: invariant.name, problem };
      return;
    }
  }

  function onEvent(event: ProcessEvent): void {
    eventful ||= event.kind !== "read";
    ask((invariant, observed) => invariant.ofEvent?.(event, observed));
    state.enterEvent(event);
  }

  return {
    onCommitted(changeSet: ChangeSet): void {
      eventful = true;
      const moves = state.enterCommit(changeSet);
      for (const move of moves) ask((invariant, observed) => invariant.ofMove?.(move, observed));
      moveCoverage.count(moves);
    },
    onArrival: (arrival: Arrival) => state.enterArrival(arrival),
    onAnswer(exchange: Exchange): void {
      const acknowledgment = acknowledgmentIn(exchange);
      ask((invariant, observed) => {
        const problem = invariant.ofAnswer?.(exchange, observed);
        return problem ?? (acknowledgment && invariant.ofAcknowledgment?.(acknowledgment, observed));
      });
      state.enterAnswer(exchange);
    },
    onEvent,
    /** Without `about` it hits the whole world. */
    onFault(kind: FaultKind, about?: readonly NamedRecord[]): void {
      if (about === undefined) onEvent({ kind: "disturbed" });
      moveCoverage.hit(
        kind,
        about?.flatMap((record) => state.subjectOf(record) ?? []),
      );
    },
    afterStep(): void {
      const changedAtProviders = providersChanged();
      if (eventful || changedAtProviders) ask((invariant, observed) => invariant.always?.(observed));
      eventful = false;
    },
    async atEnd(): Promise<void> {
      const problems = new Map<Invariant, string | undefined>();
      for (const invariant of invariants) problems.set(invariant, await invariant.atEnd?.(state.now()));
      const all = [...state.now().of(acknowledgments).values()];
      ask((invariant, observed) => {
        return problems.get(invariant) ?? firstProblem(all, (each) => invariant.ofAcknowledgment?.(each, observed));
      });
    },
    unfinished: state.unfinished,
    violation: (): Violation | undefined => violation,
  };
}

function changesOf(providers: Providers): () => boolean {
  const each: readonly { records(): readonly unknown[] }[] = Object.values(providers);
  const before = each.map((): readonly unknown[] => []);
  return () => {
    let changed = false;
    for (const [index, provider] of each.entries()) {
      const records = provider.records();
      const known = before[index];
      changed ||= records.length !== known?.length || records.some((record, at) => record !== known[at]);
      before[index] = records;
    }
    return changed;
  };
}

/** Counts each move under the faults that have hit its subject since the move before. */
function createMoveCoverage(coverage: Coverage) {
  const known = new Set<string>();
  const hits = new Map<string, Set<FaultKind>>();
  return {
    hit(kind: FaultKind, subjects: readonly string[] = [...known]): void {
      for (const subject of subjects) hits.set(subject, (hits.get(subject) ?? new Set()).add(kind));
    },
    count(moves: readonly Move[]): void {
      for (const { machine, from, event, subject } of moves) {
        known.add(subject);
        if (from === undefined || event === undefined) continue;
        for (const fault of hits.get(subject) ?? ["none"]) coverage.count(`${machine} ${from} ${event} ${fault}`);
      }
      for (const { subject } of moves) hits.delete(subject);
    },
  };
}

interface ObservedStateOptions extends Omit<Observed, "of" | "now" | "unfinished"> {
  readonly now: () => number;
  readonly records: readonly ObservedRecords<unknown>[];
  readonly projections: readonly Projection<unknown>[];
}

function createObservedState({ now, records, projections: given, ...fixed }: ObservedStateOptions) {
  const projections: readonly Projection<unknown>[] = [...given, acknowledgments];
  const kinds = new Map(records.map((each) => [each.kind, each]));
  const state = createState();
  const unfinished = () => firstDue(records.map((each) => each.unfinished(state.of(each), observed())));
  const observed = (): Observed => ({ ...fixed, of: (part) => state.of(part), now: now(), unfinished });
  return {
    now: observed,
    enterCommit(changeSet: ChangeSet): readonly Move[] {
      const moves = changeSet.writes.flatMap((write) => {
        const kind = kinds.get(write.key.kind);
        return kind?.enter(state.of(kind), write, changeSet) ?? [];
      });
      for (const projection of projections) projection.onCommit?.(state.of(projection), changeSet, observed());
      return moves.map((move) => kinds.get(move.machine)?.withEvent(move, moves) ?? move);
    },
    enterArrival(arrival: Arrival): void {
      for (const projection of projections) projection.onArrival?.(state.of(projection), arrival, observed());
    },
    enterAnswer(exchange: Exchange): void {
      for (const projection of projections) projection.onAnswer?.(state.of(projection), exchange, observed());
    },
    enterEvent(event: ProcessEvent): void {
      for (const projection of projections) projection.onEvent?.(state.of(projection), event, observed());
    },
    subjectOf: ({ key, body }: NamedRecord) => kinds.get(key.kind)?.subject(key.id, body),
    unfinished,
  };
}

/** The invariant of the process, which no state can show. */
export const everyRejectionHandled = "every rejection is handled";

/** An unhandled rejection ends the process of a service with all its requests in progress. */
export function watchUnhandled() {
  const heard: unknown[] = [];
  const hear = (reason: unknown) => void heard.push(reason);
  process.on("unhandledRejection", hear);
  return {
    async violation(): Promise<Violation | undefined> {
      // Node reports it after everything that is ready has run.
      await new Promise((resolve) => setImmediate(resolve));
      const [reason] = heard;
      if (reason === undefined) return undefined;
      return {
        invariant: everyRejectionHandled,
        problem: reason instanceof Error ? String(reason) : JSON.stringify(reason),
      };
    },
    stop: () => void process.off("unhandledRejection", hear),
  };
}
