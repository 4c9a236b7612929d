import { appendFileSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { dirname } from "node:path";

import { z } from "zod";

const orderSchema = z.object({
  orderId: z.string(),
  /** Whose goods these are: a seller's `ref`. Wonflow knows one merchant, the marketplace. */
  seller: z.string(),
  name: z.string(),
  /** Won: what the buyer is to pay, whatever a redirect says. */
  amount: z.number(),
  /** The buyer, by an id that can't be guessed. */
  customerId: z.string(),
});

export type Order = z.output<typeof orderSchema>;

/** The marketplace's own book: which order belongs to which seller. Wonflow knows whether an order is paid. */
export interface OrderBook {
  /** Stores an order before its buyer is asked to pay, so that every payment has an order. */
  readonly add: (order: Order) => void;
  readonly find: (orderId: string) => Order | undefined;
  /** The oldest first. */
  readonly all: () => readonly Order[];
}

/** Opens the book in a file, a line for each order; without one it ends with the process. */
export function openOrderBook(file?: string): OrderBook {
  const orders = new Map((file === undefined ? [] : readLines(file)).map((order) => [order.orderId, order]));
  return {
    add(order) {
      // Flushed before the buyer can pay, so that the file has an order for every payment.
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(order)}\n`, { flush: true, mode: 0o600 });
      orders.set(order.orderId, order);
    },
    find: (orderId) => orders.get(orderId),
    all: () => [...orders.values()],
  };
}

function readLines(file: string): readonly Order[] {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A line without its end was being written when the process died: its buyer was not asked to pay.
  const text = readText(file);
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole));
  return whole
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => orderSchema.parse(JSON.parse(line)));
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
