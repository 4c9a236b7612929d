import { z } from "zod";

import { placeByTime, recordKind, type IndexedKind } from "../../engine/commit/record.ts";
import type { WebhookEventKind } from "../../engine/outbox/event-kind.ts";
import { settledSchema, viewSettlement, type SettledLines } from "./view.ts";

/** A settlement id has a dot, which no order id may have, so that the two are never the same. */
export const settlementIdPrefix = "stl.";

/** Whether a name means a settlement; every other one means an order. */
export function isSettlementId(name: string): boolean {
  return /^stl\.[A-Za-z0-9_-]{1,100}$/.test(name);
}

const lineSchema = z.looseObject({
  /** The key of the earning that was settled. */
  earning: z.string(),
  orderId: z.string(),
  transactionAmount: z.number(),
  /** Percent, as a decimal string. */
  feeRate: z.string(),
  fee: z.number(),
  vat: z.number(),
  net: z.number(),
});

const settlementSchema = z.looseObject({
  settlementId: z.string(),
  settledAt: z.number(),
  /** Won: what the merchant gets by all lines together. */
  amount: z.number(),
  lines: z.array(lineSchema),
});

/** What was settled of a merchant in one commit. Amounts are in won, times in milliseconds since 1970. */
export type Settlement = z.output<typeof settlementSchema>;

/** The list of a merchant's settlements, by the time at which they were made. */
export const settlementList = "settlements";

export const settlementRecord: IndexedKind<Settlement> = recordKind(
  "settlement",
  settlementSchema,
  ({ settlementId, settledAt }) => ({
    id: settlementId,
    place: placeByTime(settlementList, settledAt, settlementId),
  }),
);

/** Where in the list the settlements of a moment begin. */
export function settlementPosition(at: number): string {
  return new Date(at).toISOString();
}

export interface SettlementCompleted {
  readonly event: "settlement.completed";
  readonly settlement: SettledLines;
}

/** Notifies a merchant of a settlement (interface: Settlement webhook). A settlement never changes. */
export const settlementCompleted: WebhookEventKind<SettlementCompleted, SettledLines> = {
  name: "settlement.completed",
  summary: "A settlement was made",
  description: "Sent when a settlement is made.",
  schema: settledSchema,
  bySubscription: false,
  async json(read, { about }) {
    const [settlement] = await read(settlementRecord.ref(about));
    if (settlement === undefined) throw new Error(`settlement ${about} has no record`);
    return JSON.stringify(viewSettlement(settlement));
  },
  isExample: (body) => settledSchema.safeParse(body).success,
  read: (body) => ({ event: "settlement.completed", settlement: settledSchema.parse(body) }),
};
