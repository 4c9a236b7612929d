import type { Gateway, ChangeSet, KeyIn, PayoutBank, Store, Write, RecordBody } from "@wonflow/core";
import { eachGateway } from "../ports/gateway.ts";
import type { ServicePorts } from "../ports/service-ports.ts";
import type { Planted } from "./wrong-decision.ts";
import { attemptRecord } from "@wonflow/core/internal";

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

export function keyingIn(wrap: (keyIn: KeyIn) => Partial<KeyIn>): Plant {
  return calling(({ keyIn }) => (keyIn === undefined ? {} : { keyIn: { ...keyIn, ...wrap(keyIn) } }));
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

export function attemptsIn({ writes }: ChangeSet): readonly RecordBody[] {
  return writes.filter(({ key }) => key.kind === attemptRecord.name).map(({ body }) => body ?? {});
}

export function opensAttempt({ writes }: ChangeSet, kind: string): boolean {
  const kinds = [attemptRecord.name, "bankAttempt"];
  return writes.some(
    ({ key, body }) => kinds.includes(key.kind) && body?.["kind"] === kind && body["status"] === "OPEN",
  );
}

export function concludesAttempt(changeSet: ChangeSet): boolean {
  return attemptsIn(changeSet).some(({ status }) => status === "DONE" || status === "REFUSED");
}

/** Expects the current versions: a guard without effect. */
export async function withoutGuard(store: Store, changeSet: ChangeSet): Promise<ChangeSet> {
  const keys = changeSet.expect.map(({ key }) => key);
  const { records } = await store.read(changeSet.tenant, { keys });
  const expectations = keys.map((key, index) => ({ key, version: records[index]?.version ?? ("absent" as const) }));
  return { ...changeSet, expect: expectations };
}

export function withOtherId(changeSet: ChangeSet, id: string): ChangeSet {
  const renamed = (text: string) => text.replaceAll(id, `${id}x`);
  const other = (value: unknown) => (typeof value === "string" ? renamed(value) : value);
  const otherWrite = ({ key, body, dueAt, place }: Write): Write => {
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(body ?? {})) {
      fields[name] = Array.isArray(value) ? value.map(other) : other(value);
    }
    return {
      key: { ...key, id: renamed(key.id) },
      body: body && fields,
      dueAt,
      place: place && { ...place, position: renamed(place.position) },
    };
  };
  return {
    ...changeSet,
    expect: changeSet.expect.map(({ key, version }) => ({ key: { ...key, id: renamed(key.id) }, version })),
    writes: changeSet.writes.map(otherWrite),
  };
}
