import type { BankHolidays, ChangeSet, Settings, Store } from "@wonflow/core";
import type { Coverage } from "../engine/coverage.ts";
import { createState } from "../engine/state.ts";
import type { NamedRecord } from "../ports/port-call.ts";
import { acknowledgments } from "./acknowledgments.ts";
import type { ProcessEvent } from "./event.ts";
import type { Arrival, Exchange, Projection } from "./invariant.ts";
import type { Move, ObservedRecords } from "./observed-records.ts";
import type { Observed, Providers } from "./observed.ts";
import { firstDue, type Waiting } from "./waiting.ts";

export interface ObservedStateOptions {
  readonly providers: Providers;
  readonly store: Store;
  readonly settings: Settings;
  readonly holidays: BankHolidays;
  readonly coverage: Coverage;
  readonly now: () => number;
  readonly records: readonly ObservedRecords<unknown>[];
  readonly projections: readonly Projection<unknown>[];
}

export interface ObservedState {
  now(): Observed;
  enterCommit(changeSet: ChangeSet): readonly Move[];
  enterArrival(arrival: Arrival): void;
  enterAnswer(exchange: Exchange): void;
  enterEvent(event: ProcessEvent): void;
  subjectOf(record: NamedRecord): string | undefined;
  unfinished(): Waiting | undefined;
}

export function createObservedState({ now, records, ...options }: ObservedStateOptions): ObservedState {
  const { providers, store, settings, holidays, coverage } = options;
  const projections: readonly Projection<unknown>[] = [...options.projections, acknowledgments];
  const kinds = new Map(records.map((each) => [each.kind, each]));
  const state = createState();
  const committed = new Set<string>();
  const unfinished = () => firstDue(records.map((each) => each.unfinished(state.of(each), observed())));
  const observed = (): Observed => ({
    of: (part) => state.of(part),
    providers,
    store,
    settings,
    holidays,
    coverage,
    now: now(),
    unfinished,
  });
  return {
    now: observed,
    enterCommit(changeSet) {
      // A store answers a repeated change set as it did before, and commits it once.
      if (committed.has(changeSet.id)) return [];
      committed.add(changeSet.id);
      const moves = changeSet.writes.flatMap((write) => {
        const kind = kinds.get(write.key.kind);
        return kind?.enter(state.of(kind), write, changeSet) ?? [];
      });
      for (const projection of projections) projection.onCommit?.(state.of(projection), changeSet, observed());
      return moves.map((move) => kinds.get(move.machine)?.withEvent(move, moves) ?? move);
    },
    enterArrival(arrival) {
      for (const projection of projections) projection.onArrival?.(state.of(projection), arrival, observed());
    },
    enterAnswer(exchange) {
      for (const projection of projections) projection.onAnswer?.(state.of(projection), exchange, observed());
    },
    enterEvent(event) {
      for (const projection of projections) projection.onEvent?.(state.of(projection), event, observed());
    },
    subjectOf: ({ key, body }) => kinds.get(key.kind)?.subject(key.id, body),
    unfinished,
  };
}
