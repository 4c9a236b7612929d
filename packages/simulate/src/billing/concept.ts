import type { Concept } from "../concept.ts";
import { chargingServer } from "./commands.ts";
import { askedCharges, knownCharges, knownKeys } from "./knowledge.ts";
import { billingKeys } from "./records.ts";

export const billing: Concept = {
  records: [billingKeys],
  knowledge: [knownKeys, askedCharges, knownCharges],
  chargingServer,
};
