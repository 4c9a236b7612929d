import type { Store } from "@wonflow/core";
import { withoutGuard } from "../attempt/change-sets.ts";
import type { PlantedBug } from "../planted-bug.ts";
import { settlementsIn } from "./settled-lines.ts";

/** What is settled is settled once more by a commit of its own, which guards nothing. */
const settledTwice: PlantedBug = {
  name: "settled twice",
  within: 20,
  breaks: ["moves of the tables", "settled once", "the ledger follows the payments"],
  plant({ store }) {
    const commit: Store["commit"] = async (changeSet) => {
      const result = await store.commit(changeSet);
      if (result.status !== "committed" || settlementsIn(changeSet).length === 0) return result;
      return store.commit({ ...(await withoutGuard(store, changeSet)), id: `${changeSet.id}-again` });
    };
    return { store: { ...store, commit } };
  },
};

export const plantedBugs: readonly PlantedBug[] = [settledTwice];
