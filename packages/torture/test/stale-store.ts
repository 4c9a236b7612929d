import type { Snapshot, Store } from "@wonflow/core";

interface Staleness {
  /** How long a snapshot is answered again, in milliseconds. */
  readonly staleMs: number;
  readonly now: () => number;
}

/**
 * A store that answers a read from a snapshot that it has read before, as a cache or a lagging replica would. Its
 * commits are guarded as ever, so that no money is lost: only the answers of reads and refusals are late.
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
      // A decision that met a newer state is made again from there.
      if (result.status !== "committed") kept.clear();
      return result;
    },
  };
}
