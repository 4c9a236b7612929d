import type {
  Approval,
  Cancellation,
  CardNetwork,
  ChangeSet,
  Found,
  LookUpRequest,
  Outcome,
  Store,
  Vault,
} from "@wonflow/core";
import type { Call, Caller, FaultKind, Wire } from "@wonflow/testkit/simulator";
import { briefChanges, briefKeys, briefOutcome, briefRecords, briefRequest } from "./brief.ts";
import { paymentsNamed } from "./records.ts";

/** A call with what only this simulation knows of it: the payments that it is about, for coverage. */
export interface PaymentCall<Answer> extends Call<Answer> {
  readonly payments?: () => readonly string[];
}

const reading = ["fail-before", "late", "stop"] as const satisfies readonly FaultKind[];
const committing = ["stop", "fail-before", "fail-after", "late", "twice"] as const;
const claiming = ["stop", "fail-before", "fail-after", "late", "twice"] as const;
const calling = ["stop", "fail-before", "fail-after", "late", "twice", "mismatch"] as const;

/** The store as a process reaches it. */
export function storeOver(wire: Wire, caller: Caller, store: Store): Store {
  const send = <Answer>(call: PaymentCall<Answer>) => wire.send(caller, call);
  const sent = new Set<string>();
  /** A change set that was sent before may have been committed, and a store never says of that one that it was not. */
  const mayConflict = ({ id }: ChangeSet) => sent.size !== sent.add(id).size;
  const read = <Answer>(name: string, asks: () => string, effect: () => Promise<Answer>) =>
    send({ name: `store.${name}`, possible: reading, quick: true, asks, effect });
  return {
    read: (tenant, keys) =>
      send({
        name: "store.read",
        possible: reading,
        quick: true,
        asks: () => briefKeys(keys),
        says: briefRecords,
        effect: () => store.read(tenant, keys),
        payments: () => keys.flatMap((key) => paymentsNamed(key)),
      }),
    commit: (changeSet) =>
      send({
        name: "store.commit",
        possible: mayConflict(changeSet) ? [...committing, "conflict"] : committing,
        asks: () => briefChanges(changeSet),
        says: ({ status }) => status,
        effect: () => store.commit(changeSet),
        conflict: () => ({ status: "conflict", key: changeSet.expect[0]?.key ?? { kind: "none", id: "none" } }),
        payments: () => paymentsOf(changeSet),
      }),
    claimDue: (kind, claim) =>
      send({
        name: "store.claimDue",
        possible: claiming,
        quick: true,
        asks: () => kind,
        says: (due) => (due.length === 0 ? "nothing" : briefKeys(due.map(({ key }) => key))),
        effect: () => store.claimDue(kind, claim),
      }),
    listDue: (kind, limit) =>
      read(
        "listDue",
        () => kind,
        () => store.listDue(kind, limit),
      ),
    balances: (tenant) =>
      read(
        "balances",
        () => tenant,
        () => store.balances(tenant),
      ),
    entries: (tenant, reference) =>
      read(
        "entries",
        () => reference,
        () => store.entries(tenant, reference),
      ),
  };
}

function paymentsOf({ writes }: ChangeSet): readonly string[] {
  return writes.flatMap(({ key, body }) => paymentsNamed(key, body));
}

/** The card network as a process reaches it. */
export function cardsOver(wire: Wire, caller: Caller, network: CardNetwork): CardNetwork {
  function ask<Answer>(
    method: string,
    request: { readonly key?: string },
    how: Pick<Call<Answer>, "effect" | "says" | "distort">,
  ): Promise<Answer> {
    const call: PaymentCall<Answer> = {
      name: `cards.${method}`,
      possible: calling,
      asks: () => briefRequest(request),
      payments: () => request.key?.split(".").slice(1, 2) ?? [],
      ...how,
    };
    return wire.send(caller, call);
  }
  function lookUp(request: LookUpRequest & { readonly of: "approval" }): Promise<Found<Approval>>;
  function lookUp(request: LookUpRequest & { readonly of: "cancellation" }): Promise<Found<Cancellation>>;
  function lookUp(request: LookUpRequest): Promise<Found<Approval>> | Promise<Found<Cancellation>> {
    const { of, ...question } = request;
    return of === "approval"
      ? ask<Found<Approval>>("lookUp", request, {
          effect: () => network.lookUp({ ...question, of }),
          says: briefOutcome,
          distort: (answer, side) => distortApproval(answer, question.key, side),
        })
      : ask<Found<Cancellation>>("lookUp", request, {
          effect: () => network.lookUp({ ...question, of }),
          says: briefOutcome,
          distort: (answer, side) => distortCancellation(answer, question.key, side),
        });
  }
  return {
    sandbox: network.sandbox,
    lookUp,
    authenticate: (request) =>
      ask("authenticate", {}, { effect: () => network.authenticate(request), says: briefOutcome }),
    approve: (request) =>
      ask<Outcome<Approval>>("approve", request, {
        effect: () => network.approve(request),
        says: briefOutcome,
        distort: (answer, side) => distortApproval(answer, request.key, side),
      }),
    cancel: (request) =>
      ask<Outcome<Cancellation>>("cancel", request, {
        effect: () => network.cancel(request),
        says: briefOutcome,
        distort: (answer, side) => distortCancellation(answer, request.key, side),
      }),
    reverse: (request) =>
      ask("reverse", request, {
        effect: () => network.reverse(request),
        says: briefOutcome,
        distort: () => ({ outcome: "done", value: { approvalKey: `${request.approvalKey}-other` } }),
      }),
  };
}

/** An answer to another question: done, for another amount or, whatever came of this one, for another key. */
function distortApproval(answer: Found<Approval>, key: string, side: 0 | 1): Outcome<Approval> {
  if (answer.outcome === "done" && side === 1) {
    return { outcome: "done", value: { ...answer.value, amount: answer.value.amount + 1 } };
  }
  const value = { amount: 1, approvalNumber: "0", approvedAt: 0, key: `${key}-other` };
  return { outcome: "done", value };
}

function distortCancellation(answer: Found<Cancellation>, key: string, side: 0 | 1): Outcome<Cancellation> {
  if (answer.outcome === "done" && side === 1) {
    return { outcome: "done", value: { ...answer.value, amount: answer.value.amount + 1 } };
  }
  return { outcome: "done", value: { amount: 1, canceledAt: 0, key: `${key}-other` } };
}

/** The vault as a process reaches it: in earnest it may be a machine of its own. */
export function vaultOver(wire: Wire, caller: Caller, vault: Vault): Vault {
  const send = (method: string, effect: () => Promise<string>) =>
    wire.send(caller, { name: `vault.${method}`, possible: reading, quick: true, asks: () => "", effect });
  return {
    hash: (text) => send("hash", () => vault.hash(text)),
    fingerprint: (text) => send("fingerprint", () => vault.fingerprint(text)),
    seal: (text) => send("seal", () => vault.seal(text)),
    open: (envelope) => send("open", () => vault.open(envelope)),
  };
}
