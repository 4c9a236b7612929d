import type { Coverage } from "../engine/coverage.ts";
import type { FaultKind } from "../engine/faults.ts";
import type { Move } from "./observed-records.ts";

/** Counts each move under the faults that have hit its subject since the move before. */
export interface MoveCoverage {
  /** All subjects where left out. */
  hit(kind: FaultKind, subjects?: readonly string[]): void;
  count(moves: readonly Move[]): void;
}

export function createMoveCoverage(coverage: Coverage): MoveCoverage {
  const known = new Set<string>();
  const hits = new Map<string, Set<FaultKind>>();
  return {
    hit(kind, subjects = [...known]) {
      for (const subject of subjects) hits.set(subject, (hits.get(subject) ?? new Set()).add(kind));
    },
    count(moves) {
      for (const { machine, from, event, subject } of moves) {
        known.add(subject);
        if (from === undefined || event === undefined) continue;
        for (const fault of hits.get(subject) ?? ["none"]) coverage.reach({ machine, status: from, event }, fault);
      }
      for (const { subject } of moves) hits.delete(subject);
    },
  };
}
