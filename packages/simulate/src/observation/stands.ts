/** Something as the books had it, from one commit to the next. */
export interface Stand<Value> {
  readonly record: Value;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** The commit that made it so, and the one that replaced it, counted from 1. */
  readonly entered: number;
  readonly replaced: number;
}

/** Everything that the books ever said of some things, by their names. */
export interface Stands<Value> {
  /** From now on a thing is so, by this commit. */
  enter(name: string, record: Value, moment: { readonly now: number; readonly commits: number }): void;
  /** All that was ever so of a thing, the oldest first. */
  of(name: string): readonly Stand<Value>[];
}

export function createStands<Value>(): Stands<Value> {
  const all = new Map<string, Stand<Value>[]>();
  return {
    enter(name, record, { now, commits }) {
      const stands = all.get(name) ?? [];
      const last = stands.pop();
      if (last !== undefined) stands.push({ ...last, until: now, replaced: commits });
      stands.push({ record, from: now, until: Infinity, entered: commits, replaced: Infinity });
      all.set(name, stands);
    },
    of: (name) => all.get(name) ?? [],
  };
}
