export interface Listed {
  readonly id: string;
  /** Lists are in the order of this text. */
  readonly position: string;
  /** Commits, counted from 1. */
  readonly entered: number;
  readonly removed: number;
}

interface AnsweredPage {
  readonly order: "ascending" | "descending";
  /** When the request arrived. */
  readonly commits: number;
  readonly limit: number;
  readonly all: readonly Listed[];
  readonly after: string | undefined;
  readonly ids: readonly string[];
  readonly hasMore: boolean;
}

/** A page lists, in order, every item that existed during the whole request, and no item that was removed before it. */
export function pageProblem(page: AnsweredPage): string | undefined {
  const { order, commits, limit, all, after, ids, hasMore } = page;
  const sign = order === "ascending" ? 1 : -1;
  const isBehind = (one: string, other: string) => (one > other ? 1 : -1) === sign && one !== other;
  const byId = new Map(all.map((each) => [each.id, each]));
  const positions: string[] = [];
  for (const id of ids) {
    const listed = byId.get(id);
    if (listed === undefined || listed.removed <= commits) return `has ${id}, which does not belong there`;
    const before = positions.at(-1) ?? after;
    if (before !== undefined && !isBehind(listed.position, before)) return `has ${id} out of its order`;
    positions.push(listed.position);
  }
  if (ids.length > limit) return `has ${ids.length} items, more than ${limit}`;
  if (hasMore && ids.length < limit) return `has ${ids.length} items and says that there are more`;
  const last = hasMore ? positions.at(-1) : undefined;
  const left = all.find(({ id, position, entered, removed }) => {
    const isThere = entered <= commits && removed === Infinity && !ids.includes(id);
    const isWithin =
      (after === undefined || isBehind(position, after)) && (last === undefined || isBehind(last, position));
    return isThere && isWithin;
  });
  return left && `leaves ${left.id} out`;
}
