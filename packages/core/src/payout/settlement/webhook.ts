import type { WebhookEventKind } from "../../engine/outbox/event-kind.ts";
import { settlementRecord } from "./settlement.ts";
import { settledSchema, viewSettlement, type SettledLines } from "./view.ts";

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
