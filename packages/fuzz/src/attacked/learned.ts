import { likenessesAt, type Likeness, leavesOf, nameOf, textOf, type Leaf } from "../interface/links.ts";
import type { Earlier } from "../generate/references.ts";

/** A string or number from an answer. */
export interface Given {
  readonly value: Leaf;
  /** The number of the request whose answer contained it. */
  readonly request: number;
  /** Its place in the answer. */
  readonly place: string;
}

/** Values from earlier answers, for later requests. */
export interface Learned {
  learn(operationId: string, request: number, answer: unknown): void;
  find(reference: Earlier, near: ReadonlySet<number>): Given | undefined;
  /** The last value with this name. */
  last(name: string): Given | undefined;
}

const most = 60;

export function newLearned(): Learned {
  const byLikeness = new Map<Likeness, Given[]>();
  const byName = new Map<string, Given[]>();

  function add(lists: Map<string, Given[]>, key: string, given: Given): void {
    const list = lists.get(key) ?? [];
    list.push(given);
    if (list.length > most) list.shift();
    lists.set(key, list);
  }

  return {
    learn(operationId, request, answer) {
      for (const { place, value } of leavesOf(answer)) {
        const at = textOf(place);
        const given = { value, request, place: at };
        for (const likeness of likenessesAt(operationId, at)) add(byLikeness, likeness, given);
        if (typeof value === "string") add(byName, nameOf(place), given);
      }
    },
    find({ likeness, name, choice: { nth } }, near) {
      const candidates = byLikeness.get(likeness) ?? byName.get(name) ?? [];
      // A value that is requested by its number should come from another answer.
      const together = nth === 0 ? candidates.findLast(({ request }) => near.has(request)) : undefined;
      return together ?? candidates.at(-1 - (nth % Math.max(1, candidates.length)));
    },
    last: (name) => byName.get(name)?.at(-1),
  };
}
