import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";
import { advance } from "../../engine/commit/state-table.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { isSellerId, sellerRecord, sellerRefRecord, sellerStates, type Seller } from "./seller.ts";
import { viewSeller } from "./view.ts";

export const removeSellerErrors = ["NOT_FOUND_SELLER", "CONCURRENT_REQUEST"] as const;

/** Deletes a seller: it can't be paid any more, except by payouts that are reserved already. */
export async function removeSeller(context: Context, tenant: Tenant, sellerId: string) {
  if (!isSellerId(sellerId)) return refuse("NOT_FOUND_SELLER");
  return decideAndCommit(context, {
    tenant,
    lane: sellerId,
    async load(read) {
      const [seller] = await read(sellerRecord.ref(sellerId));
      await read(seller && sellerRefRecord.ref(seller.refSellerId));
      return seller;
    },
    decide(seller, now) {
      if (seller === undefined || seller.status === "DELETED") return { answer: refuse("NOT_FOUND_SELLER") };
      const { gone, writes } = deletion(seller, now);
      return { answer: ok(viewSeller(gone)), changes: { writes } };
    },
  });
}

/** Deletes a live seller, and frees its refSellerId, whose record must have been read. */
export function deletion(seller: Seller, now: number) {
  const status = advance(sellerStates, seller.status, "delete");
  const gone: Seller = { ...seller, status, deletedAt: now, sealedNumber: null, sealAt: null };
  return { gone, writes: [sellerRecord.write(gone), sellerRefRecord.remove(gone.refSellerId)] };
}
