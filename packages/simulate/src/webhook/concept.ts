import type { Concept } from "../concept.ts";
import { endpoints } from "./endpoints.ts";
import { invariants as givenUp, projections as givenUpProjections } from "./given-up.ts";
import { invariants, projections } from "./invariants.ts";
import { plantedBugs } from "./planted-bugs.ts";
import { deliveries } from "./records.ts";

export const webhook: Concept = {
  records: [deliveries],
  projections: [endpoints, ...projections, ...givenUpProjections],
  invariants: [...invariants, ...givenUp],
  leastPerThousand: {
    "webhookDelivery PENDING accept": 60,
    "webhookDelivery PENDING fail": 500,
    "webhookDelivery PENDING exhaust": 40,
    "webhookDelivery PENDING resend": 1,
    "webhookDelivery DELIVERED resend": 1,
    "webhookDelivery EXHAUSTED resend": 1,
  },
  plantedBugs,
};
