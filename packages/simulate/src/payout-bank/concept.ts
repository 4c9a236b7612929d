import type { Concept } from "../concept.ts";
import { bankAttempts } from "./records.ts";

export const payoutBank: Concept = { records: [bankAttempts] };
