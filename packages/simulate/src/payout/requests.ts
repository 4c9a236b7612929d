import { bankMagic } from "@wonflow/sandbox";
import { dayAt, dayLater } from "../calendar/calendar.ts";
import {
  type Client,
  pickKnown,
  type Knowledge,
  merchantGet,
  merchantPath,
  merchantPost,
  type ClientRequest,
} from "../client/client.ts";
import { knownSellers, registeredSellers } from "../seller/seller.ts";
import { z } from "zod";

const itemSchema = z.object({
  refPayoutId: z.string(),
  destination: z.string(),
  amount: z.object({ value: z.number(), currency: z.literal("KRW") }),
});

export type Item = z.output<typeof itemSchema>;

export function itemsIn({ name, body }: ClientRequest): readonly Item[] | undefined {
  return name === "create-payouts" ? z.array(itemSchema).parse(body) : undefined;
}

export const askedBatches: Knowledge<(readonly Item[])[]> = {
  start: () => [],
  onSend(known, request) {
    const items = itemsIn(request);
    if (items !== undefined) known.push(items);
  },
};

const listSchema = z.object({ items: z.array(z.looseObject({ id: z.string() })), nextCursor: z.string().nullable() });

export const knownPayouts: Knowledge<string[]> = {
  start: () => [],
  onSuccess(known, { body }) {
    for (const { id } of listSchema.safeParse(body).data?.items ?? []) {
      if (id.startsWith("payout_") && !known.includes(id)) known.push(id);
    }
  },
};

const balanceSchema = z.object({ availableAmount: z.object({ value: z.number() }) });

export const knownAvailable: Knowledge<{ won: number }> = {
  start: () => ({ won: 100_000 }),
  onSuccess(known, { body }) {
    known.won = balanceSchema.safeParse(body).data?.availableAmount.value ?? known.won;
  },
};

export const nextPage: Knowledge<{ cursor: string | undefined }> = {
  start: () => ({ cursor: undefined }),
  onSuccess(known, { body }) {
    const page = listSchema.safeParse(body).data;
    if (page !== undefined) known.cursor = page.nextCursor ?? undefined;
  },
};

const magicAmounts = Object.values(bankMagic.amounts).map(({ amount }) => amount);

function amountOf({ random, order }: Client, share: number): number {
  if (share === 0) return random.chance(0.75) ? random.pick(magicAmounts) : random.pick([1, 999, 10_000]);
  return Math.max(1, Math.floor(order.known.of(knownAvailable).won * share));
}

/** Each seller is paid once a day, so these are the sellers without a payout yet. */
export function freshPayees({ order }: Client): readonly string[] {
  const asked = new Set(order.known.of(askedBatches).flatMap((items) => items.map(({ destination }) => destination)));
  const registered = order.known.of(registeredSellers);
  return order.known.of(knownSellers).filter((sellerId) => registered.has(sellerId) && !asked.has(sellerId));
}

function payees(client: Client): readonly string[] {
  const fresh = freshPayees(client);
  return client.random.chance(fresh.length > 0 ? 0.85 : 0.4) ? fresh : client.order.known.of(knownSellers);
}

/** `share` is the part of the available balance that the payouts use; 0 for small ones. */
export function newItems(client: Client, { count, share }: { readonly count: number; readonly share: number }): Item[] {
  const { random, newKey } = client;
  const sellers = payees(client);
  const first = random.below(Math.max(1, sellers.length));
  return Array.from({ length: Math.min(count, sellers.length) }, (_, index) => {
    const known = random.chance(0.99) ? sellers[(first + index) % sellers.length] : undefined;
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

export function listFilters({ random, clock }: Client): URLSearchParams {
  const filters = new URLSearchParams();
  const today = dayAt(clock.now());
  if (random.chance(0.8)) filters.set("limit", String(random.pick([1, 2, 3, 5, 100])));
  if (random.chance(0.2)) filters.set("payoutDateGte", dayLater(today, -random.below(3)));
  if (random.chance(0.2)) filters.set("payoutDateLte", dayLater(today, random.below(3)));
  return filters;
}

export function listPayouts(client: Client, filters: URLSearchParams): ClientRequest {
  return merchantGet(client, "list-payouts", `payouts?${filters.toString()}`);
}

export function nextPayouts(client: Client, filters: URLSearchParams): ClientRequest {
  const { cursor } = client.order.known.of(nextPage);
  const query = new URLSearchParams(filters);
  if (cursor !== undefined) query.set("startingAfter", cursor);
  return listPayouts(client, query);
}
