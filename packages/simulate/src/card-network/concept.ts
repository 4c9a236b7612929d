import type { Concept } from "../concept.ts";
import { invariants } from "./invariants.ts";

export const cardNetwork: Concept = { invariants };
