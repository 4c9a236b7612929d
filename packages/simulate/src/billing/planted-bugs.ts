import { intentRecord, type Store } from "@wonflow/core";
import { withoutGuard } from "../attempt/change-sets.ts";
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

/** A charge does not expect its keys as it read them. */
const keysNotExpected: PlantedBug = {
  name: "a charge without the guard of its keys",
  within: 2000,
  breaks: ["only a customer's live keys are charged", "moves of the tables", "forgotten when nothing is charged"],
  plant({ store }) {
    const commit: Store["commit"] = async (changeSet) => {
      if (!changeSet.writes.some(({ key }) => key.kind === intentRecord.name)) return store.commit(changeSet);
      const unguarded = await withoutGuard(store, changeSet);
      const expect = changeSet.expect.map((each, index) =>
        each.key.kind === billingKeys.kind ? (unguarded.expect[index] ?? each) : each,
      );
      return store.commit({ ...changeSet, expect });
    };
    return { store: { ...store, commit } };
  },
};

export const plantedBugs: readonly PlantedBug[] = [keyNotStored, keysNotExpected];
