import type { Concept } from "../concept.ts";
import { backOffice } from "./commands.ts";
import { knownSellers } from "./knowledge.ts";
import { sellers } from "./records.ts";

export const seller: Concept = { records: [sellers], knowledge: [knownSellers], backOffice };
