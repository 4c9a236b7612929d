import type { Store } from "@wonflow/core";
import type { PlantedBug } from "../planted-bug.ts";

/** Who claims due work claims it for good: when its process stops, nobody takes it over. */
const claimForgotten: PlantedBug = {
  name: "a claim forgotten",
  within: 200,
  breaks: ["comes to rest"],
  plant({ store }) {
    const claimDue: Store["claimDue"] = (kind, claim) =>
      store.claimDue(kind, { ...claim, until: Number.MAX_SAFE_INTEGER });
    return { store: { ...store, claimDue } };
  },
};

export const plantedBugs: readonly PlantedBug[] = [claimForgotten];
