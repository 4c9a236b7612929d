import type { Concept } from "../concept.ts";
import { plantedBugs } from "./planted-bugs.ts";
import { attempts } from "./records.ts";

export const attempt: Concept = { records: [attempts], plantedBugs };
