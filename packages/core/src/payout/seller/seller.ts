import { z } from "zod";

import { registrationRefusals, businessTypes } from "../bank/payout-bank.ts";
import { storedAccountSchema } from "../bank/bank-account.ts";
import { placeByTime, recordKind, type IndexedKind } from "../../engine/commit/record.ts";
import type { StateTable } from "../../engine/commit/state-table.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { ok } from "../../result.ts";

const sellerStatuses = ["ACTIVE", "DELETED"] as const;

export type SellerStatus = (typeof sellerStatuses)[number];
export type SellerEvent = "delete";

export const sellerStates: StateTable<SellerStatus, SellerEvent> = {
  ACTIVE: { delete: "DELETED" },
  DELETED: {},
};

const sellerRecordSchema = z.looseObject({
  id: z.string(),
  refSellerId: z.string(),
  name: z.string(),
  businessType: z.enum(businessTypes),
  businessRegistrationNumber: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  account: storedAccountSchema,
  /** The account's number under the service's secret; null of a deleted seller. */
  sealedNumber: z.string().nullable(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  /** The bank's own id of the seller; null until the bank has registered it. */
  externalSellerId: z.string().nullable(),
  /** The bank's refusal, where it came after the merchant had its answer. */
  registrationError: z.enum(registrationRefusals).nullable(),
  status: z.enum(sellerStatuses),
  createdAt: z.number(),
  deletedAt: z.number().nullable(),
  /** When the number is to be resealed; null for a deleted seller. */
  sealAt: z.number().nullable(),
});

/** A payee of a merchant. Times are in milliseconds since 1970. */
export type Seller = z.output<typeof sellerRecordSchema>;

/** A merchant's sellers that are not deleted, the oldest first. */
export const sellerList = "sellers";

/** Due when the account number is to be resealed. */
export const sellerRecord: IndexedKind<Seller> = recordKind(
  "seller",
  sellerRecordSchema,
  ({ id, createdAt, status, sealAt }) => ({
    id,
    dueAt: sealAt,
    place: status === "DELETED" ? null : placeByTime(sellerList, createdAt, id),
  }),
);

/** By refSellerId: the live seller that has it. */
export const sellerRefRecord = recordKind("sellerRef", z.looseObject({ sellerId: z.string() }));

/** By the bank's id: the seller that has it; kept permanently, so that no two sellers ever share one. */
export const externalSellerRecord = recordKind("externalSeller", z.looseObject({ sellerId: z.string() }));

export const sellerIdPrefix = "seller_";

export function isSellerId(text: string): boolean {
  return /^seller_[A-Za-z0-9_-]{1,100}$/.test(text);
}

/** Much less than a former secret is kept for. */
const sealedForMs = 7 * 24 * 60 * 60 * 1000;

export function nextSealing(now: number): number {
  return now + sealedForMs;
}

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
