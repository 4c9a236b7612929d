import { z } from "zod";

import { openFile, type Kept } from "./kept-file.ts";

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
