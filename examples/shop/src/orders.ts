import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { z } from "zod";

const orderSchema = z.object({
  orderId: z.string(),
  orderName: z.string(),
  /** Won: what the buyer is to pay, whatever a redirect says. */
  amount: z.number(),
  /** Who buys, as nobody can guess it. */
  customerId: z.string(),
  /** The payment's key, once the buyer has come back with it. */
  intentKey: z.string().nullable(),
});

export type Order = z.output<typeof orderSchema>;

/** The shop's own record of its orders, in a file. A real shop has a database. */
export interface OrderStore {
  find(orderId: string): Order | undefined;
  save(order: Order): void;
}

export function openOrderStore(path: string): OrderStore {
  mkdirSync(dirname(path), { recursive: true });
  const orders = new Map(readOrders(path).map((order) => [order.orderId, order]));
  return {
    find: (orderId) => orders.get(orderId),
    save(order) {
      orders.set(order.orderId, order);
      // Written aside and renamed, so that the file is always whole.
      writeFileSync(`${path}.new`, JSON.stringify([...orders.values()], null, 2));
      renameSync(`${path}.new`, path);
    },
  };
}

function readOrders(path: string): readonly Order[] {
  try {
    return z.array(orderSchema).parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
