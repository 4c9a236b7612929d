import { z } from "zod";
import type { Knowledge } from "../client/client.ts";
import type { ClientRequest } from "../client/request.ts";

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
