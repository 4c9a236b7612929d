import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { ok } from "../../result.ts";
import { nextSealing, sellerRecord } from "./seller.ts";

/** Reseals the account numbers of sellers every week, so that the service's secret can be rotated. */
export const sellerWork: Work<Context> = {
  kind: sellerRecord.name,
  limit: 10,
  upkeep: true,
  run: (context, tenant, sellerId) =>
    decideAndCommit(context, {
      tenant,
      lane: sellerId,
      async load(read) {
        const [seller] = await read(sellerRecord.ref(sellerId));
        if (seller === undefined || seller.sealedNumber === null) return undefined;
        const sealedNumber = await context.vault.seal(await context.vault.open(seller.sealedNumber));
        return { ...seller, sealedNumber };
      },
      decide: (seller, now) => {
        const writes = seller === undefined ? [] : [sellerRecord.write({ ...seller, sealAt: nextSealing(now) })];
        return { answer: ok(undefined), ...(writes.length > 0 && { changes: { writes } }) };
      },
    }),
};
