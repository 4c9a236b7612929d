import type { Concept } from "../concept.ts";
import { closedDays } from "./closed-days.ts";
import { commands } from "./commands.ts";

export const calendar: Concept = { projections: [closedDays], commands };
