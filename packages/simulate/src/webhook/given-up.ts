import type { Invariant, Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import { createTold, enterStored, enterTold, giveReason, type Told, toldProblem } from "../observation/told.ts";
import type { Part } from "../part.ts";
import { deliveries } from "./records.ts";

interface GivenUp {
  readonly statuses: Map<string, string>;
  readonly told: Told;
}

const givenUp: Projection<GivenUp> = {
  start: () => ({ statuses: new Map(), told: createTold() }),
  onCommit({ statuses, told }, changeSet, observed) {
    for (const { id, record } of writtenIn(deliveries, changeSet, observed)) {
      if (record.status === "EXHAUSTED" && statuses.get(id) !== "EXHAUSTED") giveReason(told, id, changeSet);
      statuses.set(id, record.status);
    }
  },
  onEvent({ told }, event) {
    if (event.kind === "stored") enterStored(told, event.changeSet);
    if (event.kind === "notice" && event.notice.kind === "webhook-exhausted") enterTold(told, event.notice.delivery);
  },
};

const toldOfWebhooks: Invariant = {
  name: "people are notified of a webhook given up",
  always: (observed) => toldProblem(observed.of(givenUp).told, "given up"),
};

export const part: Part = { projections: [givenUp], invariants: [toldOfWebhooks] };
