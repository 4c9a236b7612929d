import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import { advance } from "../commit/state-table.ts";
import type { Change } from "../commit/record.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { isSellerId, sellerRecord, sellerRefRecord, sellerStates, type Seller } from "./seller.ts";
import { viewSeller } from "./view.ts";

export const removeSellerErrors = ["NOT_FOUND_SELLER", "CONCURRENT_REQUEST"] as const;

/** Deletes a seller: it can't be paid any more. What is reserved for it already is still paid. */
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
      const gone = asDeleted(seller, now);
      return { answer: ok(viewSeller(gone)), changes: { writes: deletedWrites(gone) } };
    },
  });
}

function asDeleted(seller: Seller, now: number): Seller {
  const status = advance(sellerStates, seller.status, "delete");
  return { ...seller, status, deletedAt: now, sealedNumber: null, sealAt: null };
}

/** The writes that delete a live seller; its refSellerId may be used anew, and must have been read. */
export function deleted(seller: Seller, now: number): readonly Change[] {
  return deletedWrites(asDeleted(seller, now));
}

function deletedWrites(gone: Seller): readonly Change[] {
  return [sellerRecord.write(gone), sellerRefRecord.remove(gone.refSellerId)];
}
