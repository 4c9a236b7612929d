import type { Concept } from "../concept.ts";
import { endpoints } from "./endpoints.ts";
import { invariants as givenUp, projections as givenUpProjections } from "./given-up.ts";
import { invariants, projections } from "./invariants.ts";
import { deliveries } from "./records.ts";

export const webhook: Concept = {
  records: [deliveries],
  projections: [endpoints, ...projections, ...givenUpProjections],
  invariants: [...invariants, ...givenUp],
  leastPerThousand: {
    "webhookDelivery PENDING accept": 75,
    "webhookDelivery PENDING fail": 600,
    "webhookDelivery PENDING exhaust": 48,
    "webhookDelivery DELIVERED resend": 1,
  },
};
