import type { ChangeSet } from "@wonflow/core";
import type { FaultKind } from "../engine/faults.ts";
import type { NamedRecord } from "../ports/port-call.ts";
import { acknowledgments } from "./acknowledgments.ts";
import type { ProcessEvent } from "./event.ts";
import {
  acknowledgmentIn,
  type Arrival,
  type Exchange,
  firstProblem,
  type Invariant,
  type Violation,
} from "./invariant.ts";
import { createMoveCoverage } from "./move-coverage.ts";
import { createObservedState, type ObservedStateOptions } from "./observed-state.ts";
import type { Observed, Providers } from "./observed.ts";
import type { Waiting } from "./waiting.ts";

export interface Observer {
  readonly onCommitted: (changeSet: ChangeSet) => void;
  readonly onArrival: (arrival: Arrival) => void;
  readonly onAnswer: (exchange: Exchange) => void;
  readonly onEvent: (event: ProcessEvent) => void;
  /** The whole world where left out. */
  readonly onFault: (kind: FaultKind, about?: readonly NamedRecord[]) => void;
  readonly afterStep: () => void;
  readonly atRest: () => Promise<void>;
  readonly unfinished: () => Waiting | undefined;
  readonly violation: () => Violation | undefined;
}

export interface ObserverOptions extends ObservedStateOptions {
  readonly invariants: readonly Invariant[];
}

export function createObserver({ invariants, ...options }: ObserverOptions): Observer {
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
    onCommitted(changeSet) {
      eventful = true;
      const moves = state.enterCommit(changeSet);
      for (const move of moves) ask((invariant, observed) => invariant.ofMove?.(move, observed));
      moveCoverage.count(moves);
    },
    onArrival: (arrival) => state.enterArrival(arrival),
    onAnswer(exchange) {
      const acknowledgment = acknowledgmentIn(exchange);
      ask((invariant, observed) => {
        const problem = invariant.ofAnswer?.(exchange, observed);
        return problem ?? (acknowledgment && invariant.ofAcknowledgment?.(acknowledgment, observed));
      });
      state.enterAnswer(exchange);
    },
    onEvent,
    onFault(kind, about) {
      if (about === undefined) onEvent({ kind: "disturbed" });
      moveCoverage.hit(
        kind,
        about?.flatMap((record) => state.subjectOf(record) ?? []),
      );
    },
    afterStep() {
      const changedAtProviders = providersChanged();
      if (eventful || changedAtProviders) ask((invariant, observed) => invariant.always?.(observed));
      eventful = false;
    },
    async atRest() {
      const problems = await problemsAtRest(invariants, state.now());
      const all = [...state.now().of(acknowledgments).values()];
      ask((invariant, observed) => {
        return problems.get(invariant) ?? firstProblem(all, (each) => invariant.ofAcknowledgment?.(each, observed));
      });
    },
    unfinished: () => state.unfinished(),
    violation: () => violation,
  };
}

async function problemsAtRest(
  invariants: readonly Invariant[],
  observed: Observed,
): Promise<Map<Invariant, string | undefined>> {
  const problems = new Map<Invariant, string | undefined>();
  for (const invariant of invariants) problems.set(invariant, await invariant.atRest?.(observed));
  return problems;
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
