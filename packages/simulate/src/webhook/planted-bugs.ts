import { deliveryRecord, type Store } from "@wonflow/core";
import type { PlantedBug } from "../planted-bug.ts";
import { settlementsIn } from "../settlement/settled-lines.ts";

/** The webhook is queued in a commit of its own, after the one that settles. */
const queuedOutside: PlantedBug = {
  name: "delivery queued outside the commit",
  within: 50,
  breaks: ["one webhook of each settlement"],
  plant({ store }) {
    const commit: Store["commit"] = async (changeSet) => {
      const queued = changeSet.writes.filter(({ key }) => key.kind === deliveryRecord.name);
      if (settlementsIn(changeSet).length === 0 || queued.length === 0) return store.commit(changeSet);
      const rest = changeSet.writes.filter((write) => !queued.includes(write));
      const result = await store.commit({ ...changeSet, writes: rest });
      if (result.status !== "committed") return result;
      const expectations = changeSet.expect.filter(({ key }) => key.kind === deliveryRecord.name);
      return store.commit({
        ...changeSet,
        id: `${changeSet.id}-told`,
        expect: expectations,
        writes: queued,
        postings: [],
      });
    };
    return { store: { ...store, commit } };
  },
};

export const plantedBugs: readonly PlantedBug[] = [queuedOutside];
