import { type Operation, operations } from "./operations.ts";

/** A string or number somewhere in a value. */
export type Leaf = string | number;

/** The steps to a part of a value: names, `*` for any entry of a list, `?name` for a parameter of a URL. */
type Place = readonly string[];

interface PlacedLeaf {
  readonly place: Place;
  readonly value: Leaf;
}

/** All strings and numbers of a value, including those in the query of a URL. */
export function leavesOf(value: unknown, place: Place = []): readonly PlacedLeaf[] {
  if (typeof value === "number") return [{ place, value }];
  if (typeof value === "string") return [{ place, value }, ...leavesOfAddress(value, place)];
  if (Array.isArray(value)) return value.flatMap((entry) => leavesOf(entry, [...place, "*"]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...place, name]));
}

function leavesOfAddress(text: string, place: Place): readonly PlacedLeaf[] {
  if (!/^https?:.*\?/.test(text) || !URL.canParse(text)) return [];
  return [...new URL(text).searchParams].map(([name, value]) => ({
    place: [...place, `?${name}`],
    value: /^\d{1,15}$/.test(value) ? Number(value) : value,
  }));
}

export const nameOf = (place: Place): string => place.findLast((step) => step !== "*")?.replace("?", "") ?? "";

/** Names a place for comparison. */
export const textOf = (place: Place): string => place.join("/");

/**
 * Examples that share a value. If a request's example has the order id of an answer's example, later requests may use
 * the order id of an earlier answer. So these links need no list.
 */
export type Likeness = string;

export const likenessOf = (example: unknown): Likeness => JSON.stringify(example);

const inRequests = new Set(
  operations.flatMap(({ parameters, body }) =>
    [...parameters.flatMap(({ examples }) => examples), ...(body?.examples ?? [])].flatMap((example) =>
      leavesOf(example).map(({ value }) => likenessOf(value)),
    ),
  ),
);

/** By the place in an answer: the values of its examples that examples of requests have too. */
function linksOf({ answers }: Operation): ReadonlyMap<string, ReadonlySet<Likeness>> {
  const links = new Map<string, Set<Likeness>>();
  for (const { place, value } of answers.flatMap((answer) => leavesOf(answer))) {
    const likeness = likenessOf(value);
    if (!inRequests.has(likeness)) continue;
    const found = links.get(textOf(place)) ?? new Set();
    links.set(textOf(place), found.add(likeness));
  }
  return links;
}

const all = new Map(operations.map((operation) => [operation.operationId, linksOf(operation)]));

const given = new Set([...all.values()].flatMap((links) => [...links.values()].flatMap((found) => [...found])));

/** Whether the example of an answer has it. */
export const isGiven = (example: Leaf): boolean => given.has(likenessOf(example));

/** For a value that no answer has: one that an answer has, from the same place of a request, as of two cards of a charge. */
const kin = new Map<Likeness, Likeness>(
  operations.flatMap(({ body }) => {
    const leaves = (body?.examples ?? []).flatMap((example) => leavesOf(example));
    return [...Map.groupBy(leaves, ({ place }) => textOf(place)).values()].flatMap((group) => {
      const known = group.find(({ value }) => isGiven(value));
      const others = group.filter(({ value }) => typeof value === "string" && !isGiven(value));
      return known === undefined
        ? []
        : others.map(({ value }) => [likenessOf(value), likenessOf(known.value)] as const);
    });
  }),
);

/** What an example represents: values from answers in its place, or in that of its kin. */
export function standsFor(example: Leaf): { readonly likeness: Likeness; readonly isKin: boolean } | undefined {
  const likeness = likenessOf(example);
  if (given.has(likeness)) return { likeness, isKin: false };
  const other = kin.get(likeness);
  return other === undefined ? undefined : { likeness: other, isKin: true };
}

/** An example within another one, such as the intentKey within `approval-<intentKey>`, and the text around it. */
export function givenWithin(
  example: Leaf,
): { readonly inner: string; readonly around: readonly [string, string] } | undefined {
  if (typeof example !== "string") return undefined;
  const inner = longTexts.find((text) => text !== example && example.includes(text));
  if (inner === undefined) return undefined;
  const [before = "", after = ""] = example.split(inner);
  return { inner, around: [before, after] };
}

/** Long enough not to match by accident. */
const longTexts = [...given]
  .map((likeness) => JSON.parse(likeness) as Leaf)
  .filter((value): value is string => {
    return typeof value === "string" && value.length >= 12;
  });

/** What a string or number at a place of an operation's answer may represent in later requests. */
export function likenessesAt(operationId: string, place: string): Iterable<Likeness> {
  return all.get(operationId)?.get(place) ?? [];
}
