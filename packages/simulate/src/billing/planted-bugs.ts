import type { Store } from "@wonflow/core";
import type { PlantedBug } from "../planted-bug.ts";
import { billingKeys } from "./records.ts";

const keyNotStored: PlantedBug = {
  name: "a billing key not stored",
  within: 50,
  breaks: ["a key is issued when its token is", "no acknowledged billing key is lost"],
  plant({ store }) {
    const commit: Store["commit"] = (changeSet) => {
      const writes = changeSet.writes.filter(({ key }) => key.kind !== billingKeys.kind);
      return store.commit({ ...changeSet, writes });
    };
    return { store: { ...store, commit } };
  },
};

export const plantedBugs: readonly PlantedBug[] = [keyNotStored];
