import { isWonflowError, type Client, type PaymentIntent } from "@wonflow/client";
import { isConfirming, isUnpaid, type Kept, type Order } from "@wonflow/example-shop";

import type { BookedApproval, Gateway, GatewayState } from "./gateway.ts";

/** An order, in the shop's eyes and in the gateway's. */
export interface ComparedOrder {
  readonly order: Order;
  readonly payment: PaymentIntent;
  /** Won that the shop says the buyer has paid and not got back; undefined while it asks. */
  readonly paid: number | undefined;
  readonly approval: BookedApproval | undefined;
}

/** The shop's orders beside the gateway's records. */
export interface Comparison {
  readonly gateway: GatewayState;
  readonly orders: readonly ComparedOrder[];
  /** Approvals of no order: money that no order explains. */
  readonly ofNoOrder: readonly BookedApproval[];
}

interface Books {
  readonly orders: Kept<Order>;
  readonly wonflow: Client;
  readonly gateway: Gateway;
}

/** Whether both have the same of an order, or the shop does not know yet. */
export function agrees({ paid, approval }: ComparedOrder): boolean {
  return paid === undefined || paid === (approval?.held ?? 0);
}

/** Compares again after a difference: it may have changed between the two readings. */
export async function compare(books: Books): Promise<Comparison> {
  const first = await compareNow(books);
  return first.ofNoOrder.length === 0 && first.orders.every(agrees) ? first : compareNow(books);
}

async function compareNow({ orders, wonflow, gateway }: Books): Promise<Comparison> {
  const state = await gateway.state();
  const compared: ComparedOrder[] = [];
  for (const order of orders.all()) {
    const payment = await paymentOf(wonflow, order);
    if (payment === undefined) continue;
    const approval = state.approvals.find(({ orderId }) => isOf(payment, orderId));
    compared.push({ order, payment, paid: paidOf(order, payment), approval });
  }
  const known = new Set(compared.map(({ approval }) => approval));
  const ofNoOrder = state.approvals.filter((approval) => approval.held > 0 && !known.has(approval));
  return { gateway: state, orders: compared, ofNoOrder };
}

/** Whether the gateway has this payment under that name: of a typed or stored card, or of an opening of its window. */
function isOf({ intentKey }: PaymentIntent, name: string): boolean {
  return name === `approval-${intentKey}` || name.startsWith(`window-${intentKey}-`);
}

/** The payment of an order; undefined if none was started. */
async function paymentOf({ intents }: Client, { orderId }: Order): Promise<PaymentIntent | undefined> {
  try {
    return await intents.lookUp({ orderId });
  } catch (error) {
    if (isWonflowError(error) && error.code === "NOT_FOUND_PAYMENT") return undefined;
    throw error;
  }
}

function paidOf(order: Order, payment: PaymentIntent): number | undefined {
  if (isConfirming(order, payment) || payment.cancel?.inProgress === true) return undefined;
  return isUnpaid(payment) ? 0 : (payment.cancel?.remainingAmount ?? payment.totalAmount);
}
