import fc from "fast-check";

import { hostileText, hostileValue } from "./hostile.ts";
import { define, isReference } from "./references.ts";

/** A change of one part of an otherwise valid body. */
export interface Change {
  /** The index among all parts in their order; it wraps around. */
  readonly at: number;
  readonly how: "replace" | "insert" | "remove" | "rename" | "repeat" | "wrap" | "add";
  readonly name: string;
  readonly value: unknown;
  /** Appended to an otherwise valid string. */
  readonly snippet: string;
}

const snippets = [
  "\ud800",
  "\udc00",
  "\u0000",
  "\u202e",
  "\ufeff",
  "\n",
  "\u0007",
  "🍵",
  "'",
  "<b>",
  "%00",
  " ",
  "https:",
];

export const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(40),
  how: fc.constantFrom(
    "replace",
    "replace",
    "replace",
    "insert",
    "insert",
    "remove",
    "remove",
    "rename",
    "repeat",
    "wrap",
    "add",
  ),
  name: hostileText,
  value: hostileValue,
  snippet: fc.constantFrom(...snippets),
});

export function changed(body: unknown, changes: readonly Change[]): unknown {
  return changes.reduce<unknown>((value, one) => {
    const count = countOf(value);
    return rewritten(value, { ...one, at: one.at % count });
  }, body);
}

function countOf(value: unknown): number {
  return 1 + partsOf(value).reduce((sum, [, part]) => sum + countOf(part), 0);
}

function partsOf(value: unknown): readonly [name: string, part: unknown][] {
  if (typeof value !== "object" || value === null || isReference(value)) return [];
  return Object.entries(value);
}

/** Parts are counted from the whole, which is 0. */
function rewritten(value: unknown, change: Change): unknown {
  if (change.at === 0) return ownChange(value, change);
  let before = 1;
  const entries: [string, unknown][] = [];
  for (const [name, part] of partsOf(value)) {
    const at = change.at - before;
    before += countOf(part);
    if (at < 0 || at >= countOf(part)) entries.push([name, part]);
    else entries.push(...changedMember([name, part], { ...change, at }));
  }
  return Array.isArray(value) ? entries.map(([, part]) => part) : objectOf(entries);
}

function changedMember([name, part]: [string, unknown], change: Change): [string, unknown][] {
  if (change.at > 0) return [[name, rewritten(part, change)]];
  if (change.how === "remove") return [];
  if (change.how === "rename") return [[change.name, part]];
  if (change.how === "repeat")
    return [
      [name, part],
      [`${name} `, part],
    ];
  return [[name, ownChange(part, change)]];
}

function ownChange(value: unknown, { how, name, value: other, snippet }: Change): unknown {
  if (how === "insert") return typeof value === "string" ? value + snippet : other;
  if (how === "wrap") return [value];
  if (how !== "add") return other;
  if (Array.isArray(value)) return [...(value as unknown[]), other];
  if (typeof value !== "object" || value === null || isReference(value)) return other;
  return objectOf([...Object.entries(value), [name, other]]);
}

function objectOf(entries: readonly [string, unknown][]): object {
  const object: Record<string, unknown> = {};
  for (const [name, part] of entries) define(object, name, part);
  return object;
}
