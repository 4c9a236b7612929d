import { z } from "zod";

import { recordKind } from "../commit/record.ts";
import type { StateTable } from "../commit/state-table.ts";

const billingKeyStatuses = ["ACTIVE", "DELETED"] as const;

export type BillingKeyStatus = (typeof billingKeyStatuses)[number];
export type BillingKeyEvent = "delete";

/** The statuses of a billing key (interface: Status and state values, Billing key). */
export const billingKeyStates: StateTable<BillingKeyStatus, BillingKeyEvent> = {
  ACTIVE: { delete: "DELETED" },
  DELETED: {},
};

const billingKeySchema = z.looseObject({
  billkey: z.string(),
  /** The customer whose card it is: only charges of this customer are made with it. */
  customerId: z.string(),
  /** The network's token of the card; null once the key is deleted. */
  cardToken: z.string().nullable(),
  maskedNumber: z.string(),
  issuerCode: z.string(),
  status: z.enum(billingKeyStatuses),
  createdAt: z.number(),
  deletedAt: z.number().nullable(),
  /** The payments that were being charged with it when it was last charged: the newest one last. */
  charging: z.array(z.string()),
});

/** A stored card, by its network's token and never by its number. Times are in milliseconds since 1970. */
export type BillingKey = z.output<typeof billingKeySchema>;

export const billingKeyRecord = recordKind("billingKey", billingKeySchema, ({ billkey }) => ({ id: billkey }));

export const billkeyPrefix = "billkey_";

/** Whether a text can be a billing key. */
export function isBillkey(text: string): boolean {
  return /^billkey_[A-Za-z0-9_-]{1,60}$/.test(text);
}

/** What issuing and deleting a billing key answer (interface: Billing objects). */
export const billkeySchema = z.object({ billkey: z.string() }).meta({ id: "BillingKey" });

export type BillkeyView = z.output<typeof billkeySchema>;
