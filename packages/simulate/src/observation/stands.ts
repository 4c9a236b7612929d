export interface Stand<Value> {
  readonly record: Value;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** Commits, counted from 1. */
  readonly entered: number;
  readonly replaced: number;
}

export interface Stands<Value> {
  enter(name: string, record: Value, moment: { readonly now: number; readonly commits: number }): void;
  /** The oldest first. */
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
