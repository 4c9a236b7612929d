import type { ChangeSet, Store } from "@wonflow/core";
import { memoryStore } from "@wonflow/store-memory";

/** A change of a record, the books or a provider: a successful commit, a claim of due work, or a call. */
export interface Recorded {
  readonly kinds: readonly string[];
  readonly postings: number;
  readonly tallies: number;
}

export interface RecordedStore {
  readonly store: Store;
  /** Everything that changed the store, in order. A failed commit changed nothing and is left out. */
  readonly changes: readonly Recorded[];
  /** Adds a change outside the store. */
  readonly record: (change: Recorded) => void;
}

/** A memory store that records each change. Only these three methods change it. */
export function recordedStore(): RecordedStore {
  const store = memoryStore();
  const changes: Recorded[] = [];
  return {
    changes,
    record: (change) => void changes.push(change),
    store: {
      ...store,
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        // A repeat of a change set that was committed before has no versions, and changes nothing.
        if (result.status === "committed" && result.versions !== undefined) changes.push(recordOf(changeSet));
        return result;
      },
      async claimDue(kind, request) {
        const claimed = await store.claimDue(kind, request);
        if (claimed.length > 0) changes.push({ kinds: [`due ${kind}`], postings: 0, tallies: 0 });
        return claimed;
      },
      async purgeCommits(request) {
        const purged = await store.purgeCommits(request);
        if (purged > 0) changes.push({ kinds: ["purged commits"], postings: 0, tallies: 0 });
        return purged;
      },
    },
  };
}

function recordOf({ writes, postings, tallies }: ChangeSet): Recorded {
  return { kinds: writes.map(({ key }) => key.kind), postings: postings.length, tallies: tallies.length };
}

type Report = (change: Recorded) => void;

/** Reports each call that changes something at a provider. Look-ups change nothing and are not reported. */
export function watched<Provider extends object>(
  provider: Provider,
  calls: readonly (keyof Provider & string)[],
  report: Report,
): Provider {
  const watching = calls.map((name): [string, unknown] => {
    const call: unknown = provider[name];
    if (typeof call !== "function") throw new TypeError(`a provider has no ${name}`);
    const reported = (...asked: readonly unknown[]): unknown => {
      report({ kinds: [`a provider by ${name}`], postings: 0, tallies: 0 });
      return Reflect.apply(call, provider, asked);
    };
    return [name, reported];
  });
  return { ...provider, ...Object.fromEntries<unknown>(watching) };
}

export const callsOfCards = ["approve", "cancel", "reverse"] as const;
export const callsOfKeyIn = ["authenticate", "issueToken", "releaseToken"] as const;
export const callsOfBanks = ["registerSeller", "submit"] as const;
