import type { Concept } from "../concept.ts";
import { invariants } from "./invariants.ts";
import { plantedBugs } from "./planted-bugs.ts";

export const cardNetwork: Concept = { invariants, plantedBugs };
