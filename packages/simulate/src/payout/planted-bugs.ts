import type { ChangeSet, Store, Write } from "@wonflow/core";
import { withoutGuard } from "../attempt/change-sets.ts";
import type { PlantedBug } from "../planted-bug.ts";
import { payouts } from "./records.ts";

/** The new payouts of a change set. */
function newPayoutsIn({ writes }: ChangeSet) {
  return writes.filter(({ key, body }) => key.kind === payouts.kind && body?.["status"] === "PENDING");
}

/** What payouts reserve is booked in a commit of its own, after the one that makes them. */
const reservedOutside: PlantedBug = {
  name: "reservation outside of the commit",
  within: 50,
  breaks: ["reserved is what is under way", "the ledger follows the payments"],
  plant({ store }) {
    const commit: Store["commit"] = async (changeSet) => {
      if (newPayoutsIn(changeSet).length === 0) return store.commit(changeSet);
      const result = await store.commit({ ...changeSet, postings: [], floors: [] });
      if (result.status !== "committed") return result;
      return store.commit({ ...changeSet, id: `${changeSet.id}-booked`, expect: [], writes: [] });
    };
    return { store: { ...store, commit } };
  },
};

function withOther(id: string, text: string): string {
  return text.replaceAll(id, `${id}x`);
}

/** A write with another id in the place of this one, wherever it stands. */
function withOtherId({ key, body, ...index }: Write, id: string): Write {
  const other = (value: unknown) => (typeof value === "string" ? withOther(id, value) : value);
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body ?? {})) {
    fields[name] = Array.isArray(value) ? value.map(other) : other(value);
  }
  const place = index.place && { ...index.place, position: withOther(id, index.place.position) };
  return { ...index, key: { ...key, id: withOther(id, key.id) }, body: body && fields, place };
}

/** A daily transfer is made once more by a commit of its own, under other ids. */
const transferredTwice: PlantedBug = {
  name: "a daily transfer made twice",
  within: 100,
  breaks: ["one transfer of a day"],
  plant({ store }) {
    const commit: Store["commit"] = async (changeSet) => {
      const result = await store.commit(changeSet);
      const [transfer] = newPayoutsIn(changeSet).filter(({ body }) => {
        return JSON.stringify(body?.["destination"]) === '{"type":"MERCHANT"}';
      });
      if (result.status !== "committed" || transfer === undefined) return result;
      const { id } = transfer.key;
      const renamed = {
        ...changeSet,
        expect: changeSet.expect.map((each) => ({ ...each, key: { ...each.key, id: withOther(id, each.key.id) } })),
        writes: changeSet.writes.map((write) => withOtherId(write, id)),
      };
      return store.commit({ ...(await withoutGuard(store, renamed)), id: `${changeSet.id}-again`, floors: [] });
    };
    return { store: { ...store, commit } };
  },
};

export const plantedBugs: readonly PlantedBug[] = [reservedOutside, transferredTwice];
