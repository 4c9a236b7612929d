import type { ChangeSet, Store } from "@wonflow/core";
import type { PlantedBug } from "../planted-bug.ts";
import { concludesAttempt, opensAttempt, withoutGuard } from "./change-sets.ts";

/** Commits the opening of an attempt only when somebody reads again: after the call. */
const intentAfterCall: PlantedBug = {
  name: "intent not committed before the call",
  within: 20,
  breaks: ["committed before called"],
  plant({ store }) {
    const held: ChangeSet[] = [];
    const read: Store["read"] = async (...question) => {
      for (const changeSet of held.splice(0)) await store.commit(changeSet);
      return store.read(...question);
    };
    const commit: Store["commit"] = async (changeSet) => {
      if (!opensAttempt(changeSet)) return store.commit(changeSet);
      held.push(changeSet);
      return { status: "committed" };
    };
    return { store: { ...store, read, commit } };
  },
};

const outcomeWithoutGuard: PlantedBug = {
  name: "outcome committed without its guard",
  within: 2000,
  breaks: [
    "the ledger follows the payments",
    "one attempt at a time",
    "moves of the tables",
    "a refused cancellation has no effect",
  ],
  plant({ store }) {
    const commit: Store["commit"] = async (changeSet) =>
      store.commit(concludesAttempt(changeSet) ? await withoutGuard(store, changeSet) : changeSet);
    return { store: { ...store, commit } };
  },
};

export const plantedBugs: readonly PlantedBug[] = [intentAfterCall, outcomeWithoutGuard];
