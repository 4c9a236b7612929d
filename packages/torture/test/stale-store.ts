import type { Snapshot, Store } from "@wonflow/core";

interface Staleness {
  /** How long a snapshot is reused, in milliseconds. */
  readonly staleMs: number;
  readonly now: () => number;
}

/**
 * A store that answers a read from an earlier snapshot, as a cache or a lagging replica would. Its commits are guarded
 * as usual, so no money is lost: only the answers of reads and refusals are stale.
 */
export function staleStore<Wrapped extends Store>(store: Wrapped, { staleMs, now }: Staleness): Wrapped {
  const kept = new Map<string, { readonly at: number; readonly snapshot: Snapshot }>();
  return {
    ...store,
    async read(tenant, request) {
      const key = JSON.stringify([tenant, request]);
      const before = kept.get(key);
      if (before !== undefined && now() - before.at < staleMs) return before.snapshot;
      const at = now();
      const snapshot = await store.read(tenant, request);
      kept.set(key, { at, snapshot });
      return snapshot;
    },
    async commit(changeSet) {
      const result = await store.commit(changeSet);
      // A decision that conflicted is retried on the newer state.
      if (result.status !== "committed") kept.clear();
      return result;
    },
  };
}
