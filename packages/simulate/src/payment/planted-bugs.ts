import type { Store } from "@wonflow/core";
import { attemptsIn, concludesAttempt, withoutGuard } from "../attempt/change-sets.ts";
import type { PlantedBug } from "../planted-bug.ts";

/** The commit of a cancellation whose answer was lost is sent again as a new one. */
const cancelCountedTwice: PlantedBug = {
  name: "a cancel counted twice",
  within: 400,
  breaks: ["the ledger follows the payments"],
  plant({ store }) {
    const commit: Store["commit"] = async (changeSet) => {
      const cancels = concludesAttempt(changeSet) && attemptsIn(changeSet).some(({ kind }) => kind === "cancellation");
      if (!cancels) return store.commit(changeSet);
      try {
        return await store.commit(changeSet);
      } catch {
        return store.commit({ ...(await withoutGuard(store, changeSet)), id: `${changeSet.id}-again` });
      }
    };
    return { store: { ...store, commit } };
  },
};

/** Whoever concludes an attempt answers without its commit; a look-up concludes it later. */
const answerWithoutCommit: PlantedBug = {
  name: "a success answered without its commit",
  within: 20,
  breaks: ["no acknowledged payment is lost"],
  plant({ store }) {
    const commit: Store["commit"] = async (changeSet) =>
      concludesAttempt(changeSet) ? { status: "committed" } : store.commit(changeSet);
    return { store: { ...store, commit } };
  },
};

export const plantedBugs: readonly PlantedBug[] = [cancelCountedTwice, answerWithoutCommit];
