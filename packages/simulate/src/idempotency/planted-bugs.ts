import { idempotencyRecord, type Store } from "@wonflow/core";
import type { PlantedBug } from "../planted-bug.ts";

/** The key is remembered in a commit of its own, after the one that does the work. */
const keyOutsideCommit: PlantedBug = {
  name: "idempotency record outside the commit",
  within: 100,
  breaks: ["no internal error", "one effect of a key", "a refused cancellation has no effect"],
  plant({ store }) {
    const commit: Store["commit"] = async (changeSet) => {
      const isKey = ({ kind }: { readonly kind: string }) => kind === idempotencyRecord.name;
      const remembering = changeSet.writes.filter(({ key, body }) => isKey(key) && body !== null);
      const rest = changeSet.writes.filter((write) => !remembering.includes(write));
      const result = await store.commit({ ...changeSet, writes: rest });
      if (result.status !== "committed" || remembering.length === 0) return result;
      const expectations = changeSet.expect.filter(({ key }) => isKey(key));
      const id = `${changeSet.id}-key`;
      return store.commit({ ...changeSet, id, expect: expectations, writes: remembering, postings: [] });
    };
    return { store: { ...store, commit } };
  },
};

const keyNotStored: PlantedBug = {
  name: "an idempotency key not stored",
  within: 20,
  breaks: ["no idempotency key is lost"],
  plant({ store }) {
    const commit: Store["commit"] = (changeSet) => {
      const writes = changeSet.writes.filter(({ key }) => key.kind !== idempotencyRecord.name);
      return store.commit({ ...changeSet, writes });
    };
    return { store: { ...store, commit } };
  },
};

export const plantedBugs: readonly PlantedBug[] = [keyOutsideCommit, keyNotStored];
