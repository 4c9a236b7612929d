import type { ChangeSet, RecordKey, Store, StoredRecord } from "@wonflow/core";
import type { FaultKind } from "../engine/faults.ts";
import type { Caller, Wire } from "../engine/wire.ts";
import { type PortCall, shortIds } from "./port-call.ts";

const reading = ["fail-before", "late", "stop"] as const satisfies readonly FaultKind[];
const writing = ["stop", "fail-before", "fail-after", "late", "twice", "sleep"] as const satisfies readonly FaultKind[];

export function storeOver(wire: Wire, caller: Caller, store: Store): Store {
  const send = <Answer>(call: PortCall<Answer>) => wire.send(caller, call);
  const read = <Answer>(call: Pick<PortCall<Answer>, "name" | "requestText" | "answerText" | "effect" | "about">) =>
    send({ possible: reading, quick: true, ...call });
  const sent = new Set<string>();
  /** A change set that was sent before may be committed, and a store never reports a conflict for it. */
  const mayConflict = ({ id }: ChangeSet) => sent.size !== sent.add(id).size;
  return {
    read: (tenant, request) =>
      read({
        name: "store.read",
        requestText: () => [keysText(request.keys), ...(request.accounts ?? [])].join(" "),
        answerText: ({ records }) => recordsText(records),
        effect: () => store.read(tenant, request),
        about: () => request.keys.map((key) => ({ key })),
      }),
    list: (tenant, request) =>
      read({
        name: "store.list",
        requestText: () => request.list,
        answerText: recordsText,
        effect: () => store.list(tenant, request),
      }),
    commit: (changeSet) =>
      send({
        name: "store.commit",
        possible: mayConflict(changeSet) ? [...writing, "conflict"] : writing,
        requestText: () => changesText(changeSet),
        answerText: ({ status }) => status,
        effect: () => store.commit(changeSet),
        conflict: () => ({ status: "conflict", key: changeSet.expect[0]?.key ?? { kind: "none", id: "none" } }),
        about: () => changeSet.writes,
      }),
    claimDue: (kind, claim) =>
      send({
        name: "store.claimDue",
        isSomething: (due) => due.length > 0,
        possible: writing,
        quick: true,
        requestText: () => kind,
        answerText: (due) => (due.length === 0 ? "nothing" : keysText(due.map(({ key }) => key))),
        effect: () => store.claimDue(kind, claim),
      }),
    listDue: (kind, limit) =>
      read({ name: "store.listDue", requestText: () => kind, effect: () => store.listDue(kind, limit) }),
    entries: (tenant, reference) =>
      read({ name: "store.entries", requestText: () => reference, effect: () => store.entries(tenant, reference) }),
    listEntries: (tenant, page) =>
      read({
        name: "store.listEntries",
        requestText: () => `after ${page.after ?? "nothing"}`,
        effect: () => store.listEntries(tenant, page),
      }),
    sumPostings: (tenant) =>
      read({ name: "store.sumPostings", requestText: () => tenant, effect: () => store.sumPostings(tenant) }),
    tallies: (tenant, request) =>
      read({
        name: "store.tallies",
        requestText: () => `${request.names.join(" ")} from ${request.from} to ${request.to}`,
        effect: () => store.tallies(tenant, request),
      }),
    purgeCommits: (request) =>
      send({
        name: "store.purgeCommits",
        possible: writing,
        requestText: () => `before ${request.before}`,
        effect: () => store.purgeCommits(request),
      }),
  };
}

function keysText(keys: readonly RecordKey[]): string {
  return keys.map(({ kind, id }) => `${kind} ${shortIds(id)}`).join(", ");
}

function recordsText(records: readonly (StoredRecord | undefined)[]): string {
  return records.map((record) => (record === undefined ? "absent" : statusText(record.body))).join(", ");
}

function changesText({ writes, postings }: ChangeSet): string {
  const written = writes.map(({ key, body }) => {
    return `${key.kind} ${shortIds(key.id)} ${body === null ? "removed" : statusText(body)}`;
  });
  const posted = postings.filter(({ amount }) => amount !== 0).map(({ account, amount }) => `${account} ${amount}`);
  return [...written, ...posted].join(", ");
}

function statusText(body: { readonly [name: string]: unknown }): string {
  return typeof body["status"] === "string" ? body["status"] : "there";
}
