import type { ChangeSet } from "@wonflow/core";
import { deliveryRecord } from "@wonflow/core/records";
import type { Invariant, Projection } from "../observation/invariant.ts";
import type { Part } from "../part.ts";
import { deliveries } from "./records.ts";

interface GivenUp {
  readonly statuses: Map<string, string>;
  readonly commits: Map<string, Set<string>>;
  readonly told: Map<string, number>;
  mustBeTold: readonly string[];
}

const givenUp: Projection<GivenUp> = {
  start: () => ({ statuses: new Map(), commits: new Map(), told: new Map(), mustBeTold: [] }),
  onCommit({ statuses, commits }, { id: commit, tenant, writes }, observed) {
    for (const { key } of writes) {
      if (key.kind !== deliveryRecord.name) continue;
      const { status = "" } = observed.of(deliveries).get(tenant, key.id) ?? {};
      const isNew = status === "EXHAUSTED" && statuses.get(key.id) !== status;
      if (isNew) commits.set(key.id, new Set([...(commits.get(key.id) ?? []), commit]));
      statuses.set(key.id, status);
    }
  },
  onEvent(value, event) {
    if (event.kind === "stored") value.mustBeTold = [...value.mustBeTold, ...givenUpIn(value, event.changeSet)];
    if (event.kind !== "notice" || event.notice.kind !== "webhook-exhausted") return;
    const { delivery } = event.notice;
    value.told.set(delivery, (value.told.get(delivery) ?? 0) + 1);
  },
};

function givenUpIn({ commits }: GivenUp, { id, writes }: ChangeSet): readonly string[] {
  return writes.map(({ key }) => key.id).filter((delivery) => commits.get(delivery)?.has(id) === true);
}

const toldOfWebhooks: Invariant = {
  name: "people are notified of a webhook given up",
  always(observed) {
    const value = observed.of(givenUp);
    const untold = value.mustBeTold.find((delivery) => (value.told.get(delivery) ?? 0) === 0);
    value.mustBeTold = [];
    if (untold !== undefined) return `webhook ${untold} is given up, and people were not told`;
    const [often] = [...value.told].find(([id, times]) => times > (value.commits.get(id)?.size ?? 0)) ?? [];
    return often && `people were told more often of webhook ${often} than it was given up`;
  },
};

export const part: Part = { projections: [givenUp], invariants: [toldOfWebhooks] };
