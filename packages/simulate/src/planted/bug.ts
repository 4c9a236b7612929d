import type { Gateway, ChangeSet, PayoutBank, Store, Write } from "@wonflow/core";
import { eachGateway } from "../ports/named-gateways.ts";
import type { ServicePorts } from "../ports/service-ports.ts";
import type { Planted } from "./wrong-decision.ts";

export interface PlantedBug extends Planted {
  /** Wraps the ports on the process's side of the wire. What a bug remembers is lost with the process. */
  readonly plant: (ports: ServicePorts) => Partial<ServicePorts>;
}

type Plant = PlantedBug["plant"];

export function storing(wrap: (store: Store) => Partial<Store>): Plant {
  return ({ store }) => ({ store: { ...store, ...wrap(store) } });
}

export function calling(wrap: (cards: Gateway) => Partial<Gateway>): Plant {
  return ({ gateways }) => ({
    gateways: eachGateway(gateways, (cards, { mode }) => (mode === "test" ? { ...cards, ...wrap(cards) } : cards)),
  });
}

export function committing(commit: (changeSet: ChangeSet, store: Store) => ReturnType<Store["commit"]>): Plant {
  return storing((store) => ({ commit: (changeSet) => commit(changeSet, store) }));
}

export function leavingOut(isLeftOut: (write: Write, changeSet: ChangeSet) => boolean): Plant {
  return committing((changeSet, store) => {
    const writes = changeSet.writes.filter((write) => !isLeftOut(write, changeSet));
    return store.commit({ ...changeSet, writes });
  });
}

export function committingLater(isLater: (write: Write, changeSet: ChangeSet) => boolean): Plant {
  return committing(async (changeSet, store) => {
    const later = changeSet.writes.filter((write) => isLater(write, changeSet));
    const writes = changeSet.writes.filter((write) => !later.includes(write));
    const result = await store.commit({ ...changeSet, writes });
    if (result.status !== "committed" || later.length === 0) return result;
    const kinds = later.map(({ key }) => key.kind);
    const expectations = changeSet.expect.filter(({ key }) => kinds.includes(key.kind));
    const id = `${changeSet.id}-later`;
    return store.commit({ ...changeSet, id, expect: expectations, writes: later, postings: [], tallies: [] });
  });
}

export function banking(wrap: (bank: PayoutBank) => Partial<PayoutBank>): Plant {
  return ({ bank, liveBank }) => ({
    bank: { ...bank, ...wrap(bank) },
    liveBank: { ...liveBank, ...wrap(liveBank) },
  });
}
