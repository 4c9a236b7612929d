import { bankMagic } from "@wonflow/sandbox";
import { dayAt, dayLater } from "../calendar/closed-days.ts";
import { pickKnown, type Client } from "../client/client.ts";
import { merchantPost } from "../client/merchant-request.ts";
import type { ClientRequest } from "../client/request.ts";
import { knownSellers } from "../seller/knowledge.ts";
import { merchantGet, merchantPath } from "../seller/requests.ts";
import { knownAvailable, knownPayouts, nextPage, type Item } from "./knowledge.ts";

const magicAmounts = Object.values(bankMagic.amounts).map(({ amount }) => amount);

/** How much is asked for: what the bank treats in its own way, or a share of what there is. */
function amountOf({ random, order }: Client, share: number): number {
  if (share === 0) return random.chance(0.75) ? random.pick(magicAmounts) : random.pick([1, 999, 10_000]);
  return Math.max(1, Math.floor(order.known.of(knownAvailable).won * share));
}

/** Payouts to some of the sellers. `share` is the part of what is available that they come to; 0 for small ones. */
export function newItems(client: Client, { count, share }: { readonly count: number; readonly share: number }): Item[] {
  const { random, order, newKey } = client;
  const sellers = order.known.of(knownSellers);
  const first = random.below(Math.max(1, sellers.length));
  return Array.from({ length: count }, (_, index) => {
    const known = random.chance(0.97) ? sellers[(first + index) % Math.max(1, sellers.length)] : undefined;
    return {
      refPayoutId: newKey().replace("key", "ref"),
      destination: known ?? "seller_unknown",
      amount: { value: amountOf(client, share / count), currency: "KRW" },
    };
  });
}

export function createBatch(client: Client, items: readonly Item[]): ClientRequest {
  return merchantPost(client, { name: "create-payouts", path: merchantPath(client, "payouts"), bodyWith: () => items });
}

export function lookUpPayout(client: Client): ClientRequest {
  const id = pickKnown(client, client.order.known.of(knownPayouts)) ?? "payout_unknown";
  return merchantGet(client, "look-up-payout", `payouts/${id}`);
}

/** The payouts of some days, or of all, or the page that comes after the last one that was read. */
export function listPayouts(client: Client): ClientRequest {
  const { random, clock, order } = client;
  const { cursor } = order.known.of(nextPage);
  const query = new URLSearchParams();
  if (random.chance(0.8)) query.set("limit", String(random.pick([1, 2, 3, 5, 100])));
  if (cursor !== undefined && random.chance(0.7)) {
    query.set("startingAfter", cursor);
    return merchantGet(client, "list-payouts", `payouts?${query.toString()}`);
  }
  const today = dayAt(clock.now());
  if (random.chance(0.2)) query.set("payoutDateGte", dayLater(today, -random.below(3)));
  if (random.chance(0.2)) query.set("payoutDateLte", dayLater(today, random.below(3)));
  return merchantGet(client, "list-payouts", `payouts?${query.toString()}`);
}
