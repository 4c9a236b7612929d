/** A string or number somewhere in a value. */
export type Leaf = string | number;

/** The steps to a part of a value: names, `*` for any entry of a list, `?name` for a parameter of a URL. */
export type Place = readonly string[];

export interface PlacedLeaf {
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
