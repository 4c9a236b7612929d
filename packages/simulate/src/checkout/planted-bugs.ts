import { sessionRecord, type Store } from "@wonflow/core";
import type { PlantedBug } from "../planted-bug.ts";

/** A newer link leaves the older one as it is. */
const linkStaysValid: PlantedBug = {
  name: "a session not invalidated",
  within: 20,
  breaks: ["one live payment of an order"],
  plant({ store }) {
    const commit: Store["commit"] = (changeSet) => {
      const writes = changeSet.writes.filter(
        ({ body }) => body?.["status"] !== "SUPERSEDED" && body?.["superseded"] !== true,
      );
      return store.commit({ ...changeSet, writes });
    };
    return { store: { ...store, commit } };
  },
};

const linkNotStored: PlantedBug = {
  name: "a session not stored",
  within: 20,
  breaks: ["no acknowledged link is lost"],
  plant({ store }) {
    const commit: Store["commit"] = (changeSet) => {
      const writes = changeSet.writes.filter(
        ({ key, body }) => key.kind !== sessionRecord.name || body?.["status"] !== "OPEN",
      );
      return store.commit({ ...changeSet, writes });
    };
    return { store: { ...store, commit } };
  },
};

export const plantedBugs: readonly PlantedBug[] = [linkStaysValid, linkNotStored];
