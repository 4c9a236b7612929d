export interface Stand<Value> {
  readonly record: Value;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** Commits, counted from 1. */
  readonly entered: number;
  readonly replaced: number;
}

export type Stands<Value> = ReturnType<typeof createStands<Value>>;

export function createStands<Value>() {
  const all = new Map<string, Stand<Value>[]>();
  return {
    enter(name: string, record: Value, { now, commits }: { readonly now: number; readonly commits: number }): void {
      const stands = all.get(name) ?? [];
      const last = stands.pop();
      if (last !== undefined) stands.push({ ...last, until: now, replaced: commits });
      stands.push({ record, from: now, until: Infinity, entered: commits, replaced: Infinity });
      all.set(name, stands);
    },
    /** The oldest first. */
    of: (name: string): readonly Stand<Value>[] => all.get(name) ?? [],
  };
}
