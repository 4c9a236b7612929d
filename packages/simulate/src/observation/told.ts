import type { ChangeSet } from "@wonflow/core";

/** What people must be told of, and how often they were. */
export interface Told {
  readonly byCommit: Map<string, string[]>;
  /** How often there was something to tell of a name. */
  readonly reasons: Map<string, number>;
  readonly times: Map<string, number>;
  /** A process knows these to be committed: it must notify people by the end of the step. */
  mustBeTold: readonly string[];
}

export function createTold(): Told {
  return { byCommit: new Map(), reasons: new Map(), times: new Map(), mustBeTold: [] };
}

export function giveReason(told: Told, name: string, { id }: ChangeSet): void {
  const { byCommit } = told;
  allowTelling(told, name);
  byCommit.set(id, [...(byCommit.get(id) ?? []), name]);
}

/** Something that people may be told of, and need not be. */
export function allowTelling({ reasons }: Told, name: string): void {
  reasons.set(name, (reasons.get(name) ?? 0) + 1);
}

export function enterStored(told: Told, { id }: ChangeSet): void {
  told.mustBeTold = [...told.mustBeTold, ...(told.byCommit.get(id) ?? [])];
}

export function enterTold({ times }: Told, name: string): void {
  times.set(name, (times.get(name) ?? 0) + 1);
}

export function toldProblem(told: Told, what: string, least = 0): string | undefined {
  const untold = told.mustBeTold.find((name) => !told.times.has(name));
  told.mustBeTold = [];
  if (untold !== undefined) return `${untold} is ${what}, and people were not told`;
  const isTooOften = ([name, times]: [string, number]) => times > Math.max(least, told.reasons.get(name) ?? 0);
  const [often] = [...told.times].find(isTooOften) ?? [];
  return often && `people were told more often of ${often} than it was ${what}`;
}
