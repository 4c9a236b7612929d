import { describe, expect, test } from "vitest";

import { lives } from "../../../test/every-record.ts";
import { recordKinds } from "../../../test/record-kinds.ts";
import type { ChangeSet, RecordBody, RecordKey, Store } from "../../index.ts";

interface Made {
  readonly key: RecordKey;
  readonly body: RecordBody;
  /** Its kind; for attempts and earnings also their own kind. */
  readonly kind: string;
}

/** Records that a change set writes and expects to be absent. */
function madeBy({ expect: expected, writes }: ChangeSet): readonly Made[] {
  const absent = new Set(
    expected.filter(({ version }) => version === "absent").map(({ key }) => `${key.kind} ${key.id}`),
  );
  return writes.flatMap(({ key, body }) => {
    if (body === null || !absent.has(`${key.kind} ${key.id}`)) return [];
    if (typeof body["kind"] === "string") return { key, body, kind: `${key.kind} ${body["kind"]}` };
    const isReturn = key.kind === "earning" && Number(body["transactionAmount"]) < 0;
    return { key, body, kind: isReturn ? "earning of a return" : key.kind };
  });
}

/** Puts another writer's record in the place of the first record of a kind, just before that is made. */
class Intruder {
  readonly kind: string;
  readonly overwritten: ChangeSet[] = [];
  #planted: { readonly key: RecordKey; readonly store: Store } | undefined;

  constructor(kind: string) {
    this.kind = kind;
  }

  get isPlanted(): boolean {
    return this.#planted !== undefined;
  }

  readonly around = (store: Store): Store => ({
    ...store,
    commit: async (changeSet) => {
      const made = this.isPlanted ? undefined : madeBy(changeSet).find(({ kind }) => kind === this.kind);
      if (made !== undefined) await this.#plant(store, changeSet, made);
      const result = await store.commit(changeSet);
      if (result.status === "committed" && store === this.#planted?.store) this.#watch(changeSet);
      return result;
    },
  });

  /** The record is of the right kind, so that a decision can read it. */
  async #plant(store: Store, { tenant, at }: ChangeSet, { key, body }: Made): Promise<void> {
    this.#planted = { key, store };
    const write = { key, body: { ...body, planted: true }, dueAt: null, place: null };
    const changes = { expect: [{ key, version: "absent" as const }], writes: [write] };
    await store.commit({ id: "planted", tenant, at, reference: "", postings: [], floors: [], tallies: [], ...changes });
  }

  /** A writer that has read the record keeps the fields that it does not know; a maker does not. */
  #watch(changeSet: ChangeSet): void {
    const { key } = this.#planted ?? {};
    const write = changeSet.writes.find((each) => each.key.kind === key?.kind && each.key.id === key.id);
    if (write?.body?.["planted"] !== true && write?.body != null) this.overwritten.push(changeSet);
  }
}

/**
 * Kinds whose readers keep nothing when they write: an order names its newest payment, an id at the bank its seller, a
 * payer's identity its payment; a schedule holds a due time alone.
 */
const writtenAnew = new Set(["order", "externalSeller", "payerIdentity", "settlementSchedule"]);

async function kindsMadeIn(live: (typeof lives)[keyof typeof lives]): Promise<readonly string[]> {
  const kinds = new Set<string>();
  await live({
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        if (result.status === "committed") for (const { kind } of madeBy(changeSet)) kinds.add(kind);
        return result;
      },
    }),
  });
  return [...kinds].filter((kind) => !writtenAnew.has(kind));
}

const made = await Promise.all(
  Object.entries(lives).map(async ([name, live]) => ({ name, live, kinds: await kindsMadeIn(live) })),
);

describe.each(made)("in $name", ({ live, kinds }) => {
  test.each(kinds)("a %s is never made in the place of an existing one", async (kind) => {
    const intruder = new Intruder(kind);
    // Most of a life ends where its record can't be made: a refusal, or a record that can't be read.
    await live({ store: intruder.around }).catch(() => {});
    expect(intruder.isPlanted).toBe(true);
    expect(intruder.overwritten).toEqual([]);
  });
});

/** Each kind of attempt is made instead. */
const ofEveryAttempt = new Set(["attempt", "bankAttempt"]);

test("every kind of record is tried", () => {
  const names = Object.keys(recordKinds).filter((name) => !writtenAnew.has(name) && !ofEveryAttempt.has(name));
  const kinds = names.map((name) => name.replace(/^cardTablePart .*/, "cardTablePart"));
  expect(new Set(made.flatMap((one) => one.kinds))).toEqual(new Set([...kinds, "earning of a return"]));
});
