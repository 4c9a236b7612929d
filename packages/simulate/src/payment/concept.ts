import type { Concept } from "../concept.ts";
import { invariants as amounts } from "./amounts.ts";
import { invariants as answers } from "./answers.ts";
import { commands } from "./commands.ts";
import { invariants as givingUp, projections as givingUpProjections } from "./given-up.ts";
import { paymentHistory } from "./history.ts";
import { invariants } from "./invariants.ts";
import { knownPayments } from "./knowledge.ts";
import { intents, orders } from "./records.ts";
import { invariants as refusals, projections as refusalProjections } from "./refusals.ts";
import { invariants as places, projections as placeProjections } from "./taken-places.ts";

export const payment: Concept = {
  records: [intents, orders],
  projections: [paymentHistory, ...refusalProjections, ...placeProjections, ...givingUpProjections],
  knowledge: [knownPayments],
  commands,
  invariants: [...invariants, ...amounts, ...answers, ...refusals, ...places, ...givingUp],
};
