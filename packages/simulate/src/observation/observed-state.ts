import type { ChangeSet } from "@wonflow/core";
import { createState } from "../engine/state.ts";
import type { NamedRecord } from "../ports/port-call.ts";
import type { ProcessEvent } from "./event.ts";
import { acknowledgments, type Arrival, type Exchange, type Projection } from "./invariant.ts";
import type { Move, ObservedRecords } from "./observed-records.ts";
import { firstDue, type Observed } from "./observed.ts";

export interface ObservedStateOptions extends Omit<Observed, "of" | "now" | "unfinished"> {
  readonly now: () => number;
  readonly records: readonly ObservedRecords<unknown>[];
  readonly projections: readonly Projection<unknown>[];
}

export function createObservedState({ now, records, projections: given, ...fixed }: ObservedStateOptions) {
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
