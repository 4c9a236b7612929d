import { tenantId, type Posting, type Store, type Tenant, type Write } from "@wonflow/core";
import { randomIds } from "wonflow/ports";
import type { Confirmation } from "./till.ts";

interface Model extends Confirmation {
  readonly writes: readonly Write[];
  readonly postings: readonly Posting[];
}

const batch = 100;

/** A store in which many orders can be made like one that has taken its way through the service. */
export function copyingStore(store: Store, tenant: Tenant) {
  const written = new Map<string, Write>();
  const posted: Posting[] = [];
  let remembers = false;
  const remembering: Store = {
    ...store,
    async commit(changeSet) {
      const result = await store.commit(changeSet);
      if (result.status !== "committed" || !remembers) return result;
      for (const write of changeSet.writes) written.set(JSON.stringify(write.key), write);
      posted.push(...changeSet.postings);
      return result;
    },
  };

  async function model(takeItsWay: () => Promise<Confirmation>): Promise<Model> {
    written.clear();
    posted.length = 0;
    remembers = true;
    const confirmation = await takeItsWay();
    remembers = false;
    const { intentKey, orderId } = confirmation;
    const writes = [...written.values()].filter(({ key }) => key.id.includes(intentKey) || key.id.includes(orderId));
    return { ...confirmation, writes, postings: [...posted] };
  }

  async function copy(like: Model, count: number, of = tenant): Promise<readonly Confirmation[]> {
    const copies = Array.from({ length: count }, () => ({
      intentKey: randomIds.random(21),
      orderId: `copy-${randomIds.random(20)}`,
      amount: like.amount,
    }));
    const batches = Array.from({ length: Math.ceil(count / batch) }, (_, index) =>
      copies.slice(index * batch, (index + 1) * batch),
    );
    const next = batches.values();
    await Promise.all(Array.from({ length: 4 }, () => put(next, like, of)));
    return copies;
  }

  async function put(batches: Iterable<readonly Confirmation[]>, like: Model, of: Tenant): Promise<void> {
    const text = JSON.stringify(like.writes);
    for (const copies of batches) {
      const writes = copies.flatMap(({ intentKey, orderId }) => {
        const copied = text.replaceAll(like.intentKey, intentKey).replaceAll(like.orderId, orderId);
        return JSON.parse(copied) as readonly Write[];
      });
      const result = await store.commit({
        id: randomIds.random(24),
        tenant: tenantId(of),
        at: Date.now(),
        expect: writes.map(({ key }) => ({ key, version: "absent" })),
        writes,
        reference: copies[0]?.intentKey ?? "",
        postings: like.postings.map((posting) => ({ ...posting, amount: posting.amount * copies.length })),
        floors: [],
        tallies: [],
      });
      if (result.status !== "committed") throw new Error(result.status);
    }
  }

  return { store: remembering, model, copy };
}
