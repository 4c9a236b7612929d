import type { Concept } from "../concept.ts";
import { commands } from "./commands.ts";
import { invariants } from "./invariants.ts";
import { tokens } from "./knowledge.ts";
import { sessions } from "./records.ts";

export const checkout: Concept = { records: [sessions], knowledge: [tokens], commands, invariants };
