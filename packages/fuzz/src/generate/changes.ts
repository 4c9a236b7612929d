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

const utf8 = new TextEncoder();

const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));

function withByte(text: string, byte: readonly number[]): Uint8Array {
  const bytes = utf8.encode(text);
  const middle = Math.floor(bytes.length / 2);
  return Uint8Array.from([...bytes.slice(0, middle), ...byte, ...bytes.slice(middle)]);
}

const firstNumber = /(?<=[:[,])-?\d+(?=[,}\]])/;

/** Other spellings of the JSON of a body: some are equivalent, some invalid. */
export const wireChanges = {
  "a member twice": (text: string) => text.replace(/"([^"\\]+)":/, '"$1":1,"$1":'),
  "a member twice, first as it should be": (text: string) =>
    text.replace(/"([^"\\]+)":("[^"\\]*"|\d+)/, '"$1":$2,"$1":{}'),
  "__proto__ in front": (text: string) => text.replace("{", '{"__proto__":{"amount":1,"isAdmin":true},'),
  "constructor in front": (text: string) => text.replace("{", '{"constructor":{"prototype":{"value":1}},'),
  "a number with an exponent": (text: string) => text.replace(firstNumber, "1e3"),
  "a huge number": (text: string) => text.replace(firstNumber, "1e21"),
  "an endless number": (text: string) => text.replace(firstNumber, `1${"0".repeat(400)}`),
  "a number with a fraction of nothing": (text: string) => text.replace(firstNumber, "$&.0"),
  "less than nothing, nothing": (text: string) => text.replace(firstNumber, "-0"),
  "a number with a zero in front": (text: string) => text.replace(firstNumber, "0$&"),
  "a number as a string": (text: string) => text.replace(firstNumber, '"$&"'),
  "half a surrogate, escaped": (text: string) => text.replace(/":"/, String.raw`":"\ud800`),
  "half a surrogate, in bytes": (text: string) => withByte(text, [0xed, 0xa0, 0x80]),
  "an invalid UTF-8 byte": (text: string) => withByte(text, [0xff]),
  "an overlong slash": (text: string) => withByte(text, [0xc0, 0xaf]),
  "a byte order mark": (text: string) => `\ufeff${text}`,
  "UTF-16": (text: string) => bytesOf(text, "utf16le"),
  "Latin-1": (text: string) => bytesOf(text, "latin1"),
  "EUC-KR": (text: string) => withByte(text, [0xb3, 0xec, 0xc2, 0xf7]),
  "broken off": (text: string) => text.slice(0, Math.floor(text.length / 2)),
  "something after it": (text: string) => `${text}]`,
  "itself after it": (text: string) => text + text,
  "a comment": (text: string) => `/* order */${text}`,
  "a comma too much": (text: string) => text.replace(/([}\]])$/, ",$1"),
  apostrophes: (text: string) => text.replaceAll('"', "'"),
  NaN: (text: string) => text.replace(firstNumber, "NaN"),
  "a NUL after it": (text: string) => `${text}\u0000`,
  "white space around it": (text: string) => `\r\n\t ${text} \n`,
  nothing: () => "",
  null: () => "null",
  "deep lists": (text: string) => `${"[".repeat(5000)}${text}${"]".repeat(5000)}`,
  "deep objects": (text: string) => `${'{"a":'.repeat(3000)}${text}${"}".repeat(3000)}`,
  "a deep member": (text: string) => text.replace("{", `{"deep":${"[".repeat(2000)}${"]".repeat(2000)},`),
  "many members": (text: string) =>
    text.replace("{", `{${Array.from({ length: 4000 }, (_, n) => `"m${n}":0,`).join("")}`),
  "more than the limit": (text: string) => text.replace("{", `{"more":"${"x".repeat(70_000)}",`),
} as const satisfies Readonly<Record<string, (text: string) => string | Uint8Array>>;

export type WireChange = keyof typeof wireChanges;

export function onTheWire(text: string, change: WireChange | undefined): string | Uint8Array {
  return change === undefined ? text : wireChanges[change](text);
}
