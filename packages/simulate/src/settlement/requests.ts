import { dayAt, dayLater } from "../calendar/closed-days.ts";
import type { Client } from "../client/client.ts";
import type { ClientRequest } from "../client/request.ts";

function merchantGet({ order }: Client, name: string, path: string): ClientRequest {
  return { name, method: "GET", path, authorization: order.merchant.authorization };
}

/** What the client's order earned, or a settlement by its id. */
export function lookUpSettlement(client: Client, settlementId: string | undefined): ClientRequest {
  const name = settlementId === undefined ? "order-settlement" : "settlement";
  return merchantGet(client, name, `/px/settlements/${settlementId ?? client.order.orderId}`);
}

/** The settlements of some days that end today, tomorrow or some days ago. */
export function listSettlements(client: Client): ClientRequest {
  const { random, clock } = client;
  const to = dayLater(dayAt(clock.now()), random.pick([0, 0, 0, 1, -1, -2]));
  const from = dayLater(to, -random.pick([0, 1, 3, 20]));
  return merchantGet(client, "list-settlements", `/px/settlements?from=${from}&to=${to}`);
}

export function readBalances(client: Client): ClientRequest {
  const [mId] = client.order.merchant.tenant.split(":");
  return merchantGet(client, "balances", `/merchants/${mId}/balances`);
}
