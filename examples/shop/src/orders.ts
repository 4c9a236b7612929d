import { z } from "zod";
import { openFile, type Kept } from "./kept-file.ts";
import { isWonflowError, type Client, type PaymentIntent } from "@wonflow/client";

const orderSchema = z.object({
  orderId: z.string(),
  orderName: z.string(),
  /** Won: what the buyer is to pay, whatever a redirect says. */
  amount: z.number(),
  /** The buyer, by a name that can't be guessed. */
  customerId: z.string(),
  /** The payment's key, once the buyer has come back with it. */
  intentKey: z.string().nullable(),
  /** Whether the shop's server has made a checkout of it, which a page can't replace. */
  hasLink: z.boolean().default(false),
});

export type Order = z.output<typeof orderSchema>;

/** The shop's own record of its orders. */
export function openOrders(path: string): Kept<Order> {
  return openFile(path, orderSchema, ({ orderId }) => orderId);
}

/**
 * The cart of a buyer, by a cookie: a page that is reloaded, or reopened after its tab was closed, has the same one.
 * Undefined if there is no cart yet.
 */
export function cartOf({ headers }: Request): string | undefined {
  return /(?:^|; )cart=([\da-f-]{36})(?:;|$)/.exec(headers.get("Cookie") ?? "")?.[1];
}

/** The value of a Set-Cookie header that keeps a cart for 30 days. */
export function keepCart(cart: string): string {
  return `cart=${cart}; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly`;
}

/** A cart has one order, so the service never takes two payments for it. */
export function orderIdOf(cart: string): string {
  return `tea-${cart}`;
}

/**
 * `open`: nothing is charged, and the order may be paid. `under way`: it may be charged already, so the buyer must not
 * pay again. `over`: it was paid, even if it was canceled afterwards.
 */
type Standing = "open" | "under way" | "over";

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
