import type { ApprovalRequest, CardNetwork, ChangeSet, Found, Store } from "@wonflow/core";
import { z } from "zod";
import type { Plant, PlantedPorts } from "../src/fleet.ts";

/** A bug made on purpose, by wrapping a port, and what the simulator must find of it. */
export interface PlantedBug {
  readonly name: string;
  /** It is found within this many seeds, from the first: about five times as many as it takes on average. */
  readonly within: number;
  /** What does not hold then. */
  readonly breaks: readonly string[];
  readonly plant: Plant;
}

function attemptsIn({ writes }: ChangeSet) {
  return writes.filter(({ key }) => key.kind === "attempt").map(({ body }) => body ?? {});
}

function opens(changeSet: ChangeSet): boolean {
  return attemptsIn(changeSet).some(({ status }) => status === "OPEN");
}

function settles(changeSet: ChangeSet): boolean {
  return attemptsIn(changeSet).some(({ status }) => status === "DONE" || status === "REFUSED");
}

/** The change set with the versions of this moment as its expectations: a guard that guards nothing. */
async function unguarded(store: Store, changeSet: ChangeSet): Promise<ChangeSet> {
  const keys = changeSet.expect.map(({ key }) => key);
  const records = await store.read(changeSet.tenant, keys);
  const expectations = keys.map((key, index) => ({ key, version: records[index]?.version ?? ("absent" as const) }));
  return { ...changeSet, expect: expectations };
}

/** Commits the opening of an attempt only when somebody reads again: after the call. */
function intentAfterCall({ store }: PlantedPorts): Partial<PlantedPorts> {
  const held: ChangeSet[] = [];
  return {
    store: {
      ...store,
      async commit(changeSet) {
        if (!opens(changeSet)) return store.commit(changeSet);
        held.push(changeSet);
        return { status: "committed" };
      },
      async read(tenant, keys) {
        for (const changeSet of held.splice(0)) await store.commit(changeSet);
        return store.read(tenant, keys);
      },
    },
  };
}

function unknownIsRefused({ cards }: PlantedPorts): Partial<PlantedPorts> {
  const refused = { outcome: "refused", code: "PROVIDER_ERROR" } as const;
  const approve: CardNetwork["approve"] = async (request) => {
    try {
      const answer = await cards.approve(request);
      return answer.outcome === "unknown" ? refused : answer;
    } catch {
      return refused;
    }
  };
  return { cards: { ...cards, approve } };
}

function outcomeWithoutGuard({ store }: PlantedPorts): Partial<PlantedPorts> {
  const commit: Store["commit"] = async (changeSet) =>
    store.commit(settles(changeSet) ? await unguarded(store, changeSet) : changeSet);
  return { store: { ...store, commit } };
}

function keyOutsideCommit({ store }: PlantedPorts): Partial<PlantedPorts> {
  const commit: Store["commit"] = async (changeSet) => {
    const remembering = changeSet.writes.filter(({ key, body }) => key.kind === "idempotency" && body !== null);
    const rest = changeSet.writes.filter((write) => !remembering.includes(write));
    const result = await store.commit({ ...changeSet, writes: rest });
    if (result.status !== "committed" || remembering.length === 0) return result;
    const expectations = changeSet.expect.filter(({ key }) => key.kind === "idempotency");
    const id = `${changeSet.id}-key`;
    return store.commit({ ...changeSet, id, expect: expectations, writes: remembering, postings: [] });
  };
  return { store: { ...store, commit } };
}

function claimForgotten({ store }: PlantedPorts): Partial<PlantedPorts> {
  const claimDue: Store["claimDue"] = (kind, claim) =>
    store.claimDue(kind, { ...claim, until: Number.MAX_SAFE_INTEGER });
  return { store: { ...store, claimDue } };
}

const methodSchema = z.object({ cardToken: z.string(), installmentPlanMonths: z.number() });
const paidSchema = z.object({ methods: z.tuple([methodSchema]), totalAmount: z.number(), orderName: z.string() });

/** Who finds an open attempt approves again, under a key of its own, in place of looking the first one up. */
function approvesAgain({ store, cards }: PlantedPorts): Partial<PlantedPorts> {
  const again = async (question: Parameters<CardNetwork["approve"]>[0] | { key: string }): Promise<ApprovalRequest> => {
    const request = question as ApprovalRequest;
    const [intent] = await store.read(request.tenant, [{ kind: "intent", id: request.key.split(".")[1] ?? "" }]);
    const { methods, totalAmount: amount, orderName } = paidSchema.parse(intent?.body);
    const [method] = methods;
    return { ...request, ...method, key: `${request.key}.again`, amount, orderName };
  };
  const lookUp = async (question: { key: string; of: string }): Promise<Found<unknown>> => {
    if (question.of !== "approval") return cards.lookUp(question as never);
    const answer = await cards.approve(await again(question));
    return answer.outcome === "done" ? { ...answer, value: { ...answer.value, key: question.key } } : answer;
  };
  return { cards: { ...cards, lookUp: lookUp as CardNetwork["lookUp"] } };
}

function linkStaysValid({ store }: PlantedPorts): Partial<PlantedPorts> {
  const commit: Store["commit"] = (changeSet) => {
    const writes = changeSet.writes.filter(
      ({ body }) => body?.["status"] !== "SUPERSEDED" && body?.["superseded"] !== true,
    );
    return store.commit({ ...changeSet, writes });
  };
  return { store: { ...store, commit } };
}

/** A commit whose answer was lost is sent again as a new one. */
function cancelCountedTwice({ store }: PlantedPorts): Partial<PlantedPorts> {
  const commit: Store["commit"] = async (changeSet) => {
    const cancels = settles(changeSet) && attemptsIn(changeSet).some(({ kind }) => kind === "cancellation");
    if (!cancels) return store.commit(changeSet);
    try {
      return await store.commit(changeSet);
    } catch {
      return store.commit({ ...(await unguarded(store, changeSet)), id: `${changeSet.id}-again` });
    }
  };
  return { store: { ...store, commit } };
}

function notFoundIsRefused({ cards }: PlantedPorts): Partial<PlantedPorts> {
  const lookUp = async (question: { key: string; of: string }): Promise<Found<unknown>> => {
    const answer = await cards.lookUp(question as never);
    return answer.outcome === "not-found" ? { outcome: "refused", code: "PROVIDER_ERROR" } : answer;
  };
  return { cards: { ...cards, lookUp: lookUp as CardNetwork["lookUp"] } };
}

function believesAnyAnswer({ cards }: PlantedPorts): Partial<PlantedPorts> {
  const approve: CardNetwork["approve"] = async (request) => {
    const answer = await cards.approve(request);
    if (answer.outcome !== "done") return answer;
    return { ...answer, value: { ...answer.value, key: request.key, amount: request.amount } };
  };
  return { cards: { ...cards, approve } };
}

/** Each by its name on issue 4, with a few of its family. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: "intent not committed before the call",
    within: 20,
    breaks: ["committed before called"],
    plant: intentAfterCall,
  },
  {
    name: "unknown treated as refused",
    within: 150,
    breaks: ["records follow the network"],
    plant: unknownIsRefused,
  },
  {
    name: "outcome committed without its guard",
    within: 2000,
    breaks: ["the ledger follows the payments", "one attempt at a time", "moves of the tables"],
    plant: outcomeWithoutGuard,
  },
  {
    name: "idempotency record outside the commit",
    within: 100,
    breaks: ["no internal error", "one effect of a key"],
    plant: keyOutsideCommit,
  },
  { name: "a claim forgotten", within: 200, breaks: ["comes to rest"], plant: claimForgotten },
  {
    name: "a second approval after a restart",
    within: 50,
    breaks: ["committed before called", "approved at most once", "comes to rest"],
    plant: approvesAgain,
  },
  {
    name: "a session not invalidated",
    within: 20,
    breaks: ["one live payment of an order"],
    plant: linkStaysValid,
  },
  {
    name: "a cancel counted twice",
    within: 400,
    breaks: ["the ledger follows the payments"],
    plant: cancelCountedTwice,
  },
  {
    name: "not found treated as refused",
    within: 150,
    breaks: ["records follow the network", "same books at rest"],
    plant: notFoundIsRefused,
  },
  {
    name: "an answer believed that does not match",
    within: 1000,
    breaks: ["records follow the network"],
    plant: believesAnyAnswer,
  },
];
