import { isWonflowError, type Client, type PaymentIntent } from "@wonflow/client";

import type { Order } from "./orders.ts";

/**
 * `open`: nothing is charged, and the order may be paid. `under way`: it may be charged already, so the buyer must not pay again.
 * `over`: it was paid, also where that was canceled afterwards.
 */
export type Standing = "open" | "under way" | "over";

/** Whether the shop has asked to confirm this payment, and its outcome is unknown. */
export function isConfirming({ intentKey }: Order, payment: PaymentIntent): boolean {
  return payment.status === "IN_PROGRESS" && payment.intentKey === intentKey;
}

/** Looks an order up. An order that can't be looked up may have been paid. */
export async function standingOf({ intents }: Client, order: Order): Promise<Standing> {
  try {
    const payment = await intents.lookUp({ orderId: order.orderId });
    if (isConfirming(order, payment)) return "under way";
    return isUnpaid(payment) ? "open" : "over";
  } catch (error) {
    if (!isWonflowError(error)) throw error;
    return error.code === "NOT_FOUND_PAYMENT" ? "open" : "under way";
  }
}

const unpaid: readonly string[] = ["READY", "IN_PROGRESS", "ABORTED", "EXPIRED"];

/** Whether nothing is charged, unless the shop is confirming it: a card that was checked is not charged. */
export function isUnpaid({ status }: PaymentIntent): boolean {
  return unpaid.includes(status);
}
