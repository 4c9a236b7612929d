import { z } from "zod";

import { registrationRefusals, businessTypes } from "../payout-bank/payout-bank.ts";
import { placeByTime, recordKind } from "../commit/record.ts";
import type { StateTable } from "../commit/state-table.ts";

const sellerStatuses = ["ACTIVE", "DELETED"] as const;

export type SellerStatus = (typeof sellerStatuses)[number];
export type SellerEvent = "delete";

export const sellerStates: StateTable<SellerStatus, SellerEvent> = {
  ACTIVE: { delete: "DELETED" },
  DELETED: {},
};

const sellerRecordSchema = z.looseObject({
  id: z.string(),
  /** The merchant's own name for it. */
  refSellerId: z.string(),
  name: z.string(),
  businessType: z.enum(businessTypes),
  businessRegistrationNumber: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** As it may be shown: the number is masked. */
  account: z.looseObject({ bankCode: z.string(), accountNumber: z.string(), holderName: z.string() }),
  /** The account's number under the service's secret; null once nobody needs it. */
  sealedNumber: z.string().nullable(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  /** The bank's own id of the seller; null until the bank has registered it. */
  externalSellerId: z.string().nullable(),
  /** Why the bank did not register it, where that was learned after the merchant had its answer. */
  registrationError: z.enum(registrationRefusals).nullable(),
  status: z.enum(sellerStatuses),
  createdAt: z.number(),
  deletedAt: z.number().nullable(),
  /** When the number is sealed anew; null where there is none any more. */
  sealAt: z.number().nullable(),
});

/** Somebody whom a merchant pays out to. Times are in milliseconds since 1970. */
export type Seller = z.output<typeof sellerRecordSchema>;

/** The list of a merchant's sellers that are not deleted, in the order in which they came. */
export const sellerList = "sellers";

/** A seller is due when its account number is to be sealed anew. */
export const sellerRecord = recordKind("seller", sellerRecordSchema, ({ id, createdAt, status, sealAt }) => ({
  id,
  dueAt: sealAt,
  place: status === "DELETED" ? null : placeByTime(sellerList, createdAt, id),
}));

/** Which live seller of a merchant has a refSellerId. */
export const sellerRefRecord = recordKind("sellerRef", z.looseObject({ sellerId: z.string() }));

/** Which seller of a merchant has an id at the bank; kept for ever, so that no two ever have the same. */
export const externalSellerRecord = recordKind("externalSeller", z.looseObject({ sellerId: z.string() }));

export const sellerIdPrefix = "seller_";

/** Whether a text can be the id of a seller. */
export function isSellerId(text: string): boolean {
  return /^seller_[A-Za-z0-9_-]{1,100}$/.test(text);
}

const sealedForMs = 7 * 24 * 60 * 60 * 1000;

/** When a number that is sealed now is sealed anew: well within the time that a former secret is kept for. */
export function nextSealing(now: number): number {
  return now + sealedForMs;
}
