import type { ChangeSet, RecordBody, RecordKey, Write } from "@wonflow/core";
import {
  deliveryRecord,
  earningRecord,
  idempotencyRecord,
  intentRecord,
  payoutBatchRecord,
  payoutRecord,
  sessionRecord,
} from "@wonflow/core/internal";
import { settlementsIn } from "../settlement/records.ts";
import {
  committing,
  committingLater,
  leavingOut,
  type PlantedBug,
  storing,
  attemptsIn,
  concludesAttempt,
  opensAttempt,
  withOtherId,
  withoutGuard,
} from "./bug.ts";

/** Commits the opening of an attempt only at the next read: after the call. */
function intentAfterCall(kind: "approval" | "token-issue" | "payout", ...breaks: readonly string[]): PlantedBug {
  return {
    name: `${kind} not committed before the call`,
    within: 50,
    breaks: [...breaks, "a call's deadline is committed before it is sent"],
    plant: storing((store) => {
      const held: ChangeSet[] = [];
      return {
        async read(...question) {
          for (const changeSet of held.splice(0)) await store.commit(changeSet);
          return store.read(...question);
        },
        async commit(changeSet) {
          if (!opensAttempt(changeSet, kind)) return store.commit(changeSet);
          held.push(changeSet);
          return { status: "committed" };
        },
      };
    }),
  };
}

function newPayoutsIn({ writes }: ChangeSet): readonly Write[] {
  return writes.filter(({ key, body }) => key.kind === payoutRecord.name && body?.["status"] === "PENDING");
}

const bugsOfAttempts: readonly PlantedBug[] = [
  intentAfterCall("approval", "committed before called"),
  intentAfterCall("token-issue", "committed before issued"),
  intentAfterCall("payout", "committed before submitted", "submitted at most once"),
  {
    name: "outcome committed without its guard",
    within: 2000,
    breaks: [
      "the ledger follows the payments",
      "same amounts at the end",
      "one attempt at a time",
      "moves of the tables",
      "a refused cancellation has no effect",
    ],
    plant: committing(async (changeSet, store) =>
      store.commit(concludesAttempt(changeSet) ? await withoutGuard(store, changeSet) : changeSet),
    ),
  },
  {
    // The commit of a cancellation whose answer was lost is sent again as a new one.
    name: "a cancel counted twice",
    within: 400,
    breaks: ["the ledger follows the payments"],
    plant: committing(async (changeSet, store) => {
      const cancels = concludesAttempt(changeSet) && attemptsIn(changeSet).some(({ kind }) => kind === "cancellation");
      if (!cancels) return store.commit(changeSet);
      try {
        return await store.commit(changeSet);
      } catch {
        return store.commit({ ...(await withoutGuard(store, changeSet)), id: `${changeSet.id}-again` });
      }
    }),
  },
  {
    // A look-up concludes the attempt later.
    name: "a success answered without its commit",
    within: 20,
    breaks: ["no acknowledged payment is lost"],
    plant: committing(async (changeSet, store) =>
      concludesAttempt(changeSet) ? { status: "committed" } : store.commit(changeSet),
    ),
  },
];

const fiveMinutes = 5 * 60_000;

function confirmableFor<Changed extends { readonly key: RecordKey; readonly body: RecordBody | null }>(
  record: Changed,
  longerMs: number,
): Changed {
  const { key, body } = record;
  const confirmBy = body?.["confirmBy"];
  if (key.kind !== intentRecord.name || typeof confirmBy !== "number") return record;
  return { ...record, body: { ...body, confirmBy: confirmBy + longerMs } };
}

const bugsOfRecords: readonly PlantedBug[] = [
  {
    name: "a session not invalidated",
    within: 20,
    breaks: ["one live payment of an order"],
    plant: leavingOut(({ body }) => body?.["status"] === "SUPERSEDED" || body?.["superseded"] === true),
  },
  {
    // Payments are read with a later end of their time to be confirmed.
    name: "a payment confirmed after its time",
    within: 200,
    breaks: ["a payment is confirmed in time"],
    plant: storing((store) => ({
      async read(tenant, request) {
        const { records, ...snapshot } = await store.read(tenant, request);
        return { ...snapshot, records: records.map((record) => record && confirmableFor(record, fiveMinutes)) };
      },
      commit(changeSet) {
        const writes = changeSet.writes.map((write) => confirmableFor(write, -fiveMinutes));
        return store.commit({ ...changeSet, writes });
      },
    })),
  },
  {
    name: "a session not stored",
    within: 20,
    breaks: ["no acknowledged link is lost"],
    plant: leavingOut(({ key, body }) => key.kind === sessionRecord.name && body?.["status"] === "OPEN"),
  },
  {
    name: "idempotency record outside the commit",
    within: 100,
    breaks: ["no internal error", "one effect of a key", "a refused cancellation has no effect"],
    plant: committingLater(({ key, body }) => key.kind === idempotencyRecord.name && body !== null),
  },
  {
    name: "an idempotency key not stored",
    within: 20,
    breaks: ["no idempotency key is lost"],
    plant: leavingOut(({ key }) => key.kind === idempotencyRecord.name),
  },
  {
    name: "a billing key not stored",
    within: 50,
    breaks: ["a key is issued when its token is", "no acknowledged billing key is lost"],
    plant: leavingOut(({ key }) => key.kind === "billingKey"),
  },
  {
    name: "a payee's day not stored",
    within: 1000,
    breaks: ["each payout has its place", "same payouts at the end"],
    plant: leavingOut(({ key }) => key.kind === "payoutSlot"),
  },
  {
    name: "a seller's reference not stored",
    within: 200,
    breaks: ["seller ids are unique"],
    plant: leavingOut(({ key }) => key.kind === "sellerRef"),
  },
  {
    // When its process stops, no other process takes over the work.
    name: "a claim that never ends",
    within: 200,
    breaks: ["nothing stays unfinished"],
    plant: storing((store) => ({
      claimDue: (kind, claim) => store.claimDue(kind, { ...claim, until: Number.MAX_SAFE_INTEGER }),
    })),
  },
  {
    name: "a claim that ends at once",
    within: 50,
    breaks: ["due work belongs to one process"],
    plant: storing((store) => ({
      claimDue: (kind, claim) => store.claimDue(kind, { ...claim, until: claim.now }),
    })),
  },
];

const bugsOfCounters: readonly PlantedBug[] = [
  {
    // A commit whose answer was lost is treated as failed, and its counters are committed again.
    name: "a commit counted twice",
    within: 200,
    breaks: ["daily counters follow payments and books"],
    plant: committing(async (changeSet, store) => {
      try {
        return await store.commit(changeSet);
      } catch (error) {
        const counting = { id: `${changeSet.id}-counted`, expect: [], writes: [], postings: [], floors: [] };
        await store.commit({ ...changeSet, ...counting });
        throw error;
      }
    }),
  },
  {
    name: "refusals that are not counted",
    within: 50,
    breaks: ["daily counters follow payments and books"],
    plant: committing((changeSet, store) =>
      store.commit({ ...changeSet, tallies: changeSet.tallies.filter(({ name }) => name !== "refused") }),
    ),
  },
];

const bugsOfSettlements: readonly PlantedBug[] = [
  {
    name: "settled twice",
    within: 20,
    breaks: ["moves of the tables", "settled once", "the ledger follows the payments"],
    plant: committing(async (changeSet, store) => {
      const result = await store.commit(changeSet);
      if (result.status !== "committed" || settlementsIn(changeSet).length === 0) return result;
      return store.commit({ ...(await withoutGuard(store, changeSet)), id: `${changeSet.id}-again` });
    }),
  },
  {
    name: "an earning that stays unsettled when it is settled",
    within: 50,
    breaks: ["settled once", "a settlement is what was earned"],
    plant: leavingOut(({ key, body }) => key.kind === earningRecord.name && body?.["settlementId"] != null),
  },
  {
    name: "delivery queued outside the commit",
    within: 50,
    breaks: ["one webhook of each settlement"],
    plant: committingLater(
      ({ key }, changeSet) => key.kind === deliveryRecord.name && settlementsIn(changeSet).length > 0,
    ),
  },
];

const bugsOfPayouts: readonly PlantedBug[] = [
  {
    // The reservation of payouts is booked in a second commit, after the one that creates them.
    name: "reservation outside of the commit",
    within: 50,
    breaks: ["reserved money equals open payouts", "the ledger follows the payments"],
    plant: committing(async (changeSet, store) => {
      if (newPayoutsIn(changeSet).length === 0) return store.commit(changeSet);
      const result = await store.commit({ ...changeSet, postings: [], floors: [], tallies: [] });
      if (result.status !== "committed") return result;
      return store.commit({ ...changeSet, id: `${changeSet.id}-booked`, expect: [], writes: [] });
    }),
  },
  {
    name: "the floor of what is available left out",
    within: 1000,
    breaks: ["reserved money was available"],
    plant: committing((changeSet, store) => store.commit({ ...changeSet, floors: [] })),
  },
  {
    // The payouts are created and their process receives a conflict, so it takes them as those of another request.
    name: "a commit of payouts treated as a conflict",
    within: 200,
    breaks: ["a refused batch makes nothing"],
    plant: storing((store) => ({
      async read(tenant, request) {
        const { records, ...snapshot } = await store.read(tenant, request);
        const seen = records.map((record) => (record?.key.kind === payoutBatchRecord.name ? undefined : record));
        return { ...snapshot, records: seen };
      },
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        const [payout] = newPayoutsIn(changeSet);
        return payout === undefined ? result : { status: "conflict", key: payout.key };
      },
    })),
  },
  {
    name: "a payout that is due for nothing",
    within: 400,
    breaks: ["an open payout has due work"],
    plant: committing((changeSet, store) => {
      const made = newPayoutsIn(changeSet);
      const writes = changeSet.writes.map((write) => (made.includes(write) ? { ...write, dueAt: null } : write));
      return store.commit({ ...changeSet, writes });
    }),
  },
  {
    // A daily transfer is created again by a second commit, under other ids.
    name: "a daily transfer made twice",
    within: 100,
    breaks: ["one transfer of a day"],
    plant: committing(async (changeSet, store) => {
      const result = await store.commit(changeSet);
      const [transfer] = newPayoutsIn(changeSet).filter(({ body }) => {
        return JSON.stringify(body?.["destination"]) === '{"type":"MERCHANT"}';
      });
      if (result.status !== "committed" || transfer === undefined) return result;
      const again = await withoutGuard(store, withOtherId(changeSet, transfer.key.id));
      return store.commit({ ...again, id: `${changeSet.id}-again`, floors: [] });
    }),
  },
];

export const storeBugs = [
  ...bugsOfAttempts,
  ...bugsOfRecords,
  ...bugsOfCounters,
  ...bugsOfSettlements,
  ...bugsOfPayouts,
];
