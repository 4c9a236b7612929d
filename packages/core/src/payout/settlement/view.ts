import { z } from "zod";

import type { Settlement } from "./settlement.ts";

const won = (description: string) => z.number().meta({ description: `Won: ${description}` });
const time = z.string().meta({ description: "UTC with milliseconds", examples: ["2026-11-24T15:00:00.000Z"] });

const settledLineSchema = z.object({
  orderId: z.string(),
  transactionAmount: won(
    "the transaction; negative if a settled payment was canceled, or a chargeback took more than remained",
  ),
  feeRate: z.number().meta({ description: "Percent, 0 to 100" }),
  feeAmount: won("the fee"),
  vatAmount: won("VAT, one tenth of the fee"),
  settledAmount: won("transactionAmount less feeAmount and vatAmount"),
});

/** A settlement as the interface gives it (interface: Settlement, lines shape). */
export const settledSchema = z
  .object({
    settlementId: z.string(),
    amount: won("the sum of all lines' settledAmount"),
    settledAt: time,
    lines: z.array(settledLineSchema),
  })
  .meta({ id: "Settlement" });

export interface SettledLines extends z.output<typeof settledSchema> {}

/** What an order earns, settled or still expected (interface: Settlement, per-order shape). */
export const orderSettlementSchema = z
  .object({
    settlementId: z.string().nullable().meta({ description: "null until it is settled" }),
    orderId: z.string(),
    orderName: z.string(),
    transactionAmount: won(
      "what remains of the payment after cancellations; below 0 by what chargebacks took beyond it",
    ),
    fee: won("the fee on what remains"),
    vat: won("one tenth of the fee"),
    settlementAmount: won("transactionAmount less fee and vat"),
    approvedAt: time,
    scheduledAt: time
      .nullable()
      .meta({ description: "When it is, or was, to be settled; null if the calendar does not reach that far yet" }),
    settledAt: time.nullable(),
    status: z.enum(["SETTLED", "UNSETTLED"]),
  })
  .meta({ id: "OrderSettlement" });

export type OrderSettlement = z.output<typeof orderSettlementSchema>;

/** A time as settlements give it: UTC with milliseconds. */
export function settlementTime(at: number): string {
  return new Date(at).toISOString();
}

/** A settlement as it is shown, and as its webhook sends it. */
export function viewSettlement({ settlementId, amount, settledAt, lines }: Settlement): SettledLines {
  return {
    settlementId,
    amount,
    settledAt: settlementTime(settledAt),
    lines: lines.map(({ orderId, transactionAmount, feeRate, fee, vat, net }) => {
      const shares = { feeAmount: fee, vatAmount: vat, settledAmount: net };
      return { orderId, transactionAmount, feeRate: Number(feeRate), ...shares };
    }),
  };
}
