import { Webhook } from "standardwebhooks";
import { z } from "zod";

import { openFile, type Kept } from "./kept-file.ts";

const settlementSchema = z.object({
  settlementId: z.string(),
  amount: z.number(),
  settledAt: z.string(),
  lines: z.array(
    z.object({
      orderId: z.string(),
      transactionAmount: z.number(),
      feeRate: z.number(),
      feeAmount: z.number(),
      vatAmount: z.number(),
      settledAmount: z.number(),
    }),
  ),
});

/** A settlement that the service has told this shop of. */
export type ToldSettlement = z.output<typeof settlementSchema>;

/** The settlements that webhooks have told of: told twice, a settlement is kept once. */
export function openToldSettlements(path: string): Kept<ToldSettlement> {
  return openFile(path, settlementSchema, ({ settlementId }) => settlementId);
}

/** Takes a webhook, if it is signed with the secret. What can't be taken now is sent again later. */
export async function takeWebhook(
  request: Request,
  { secret, told }: { readonly secret: string | undefined; readonly told: Kept<ToldSettlement> },
): Promise<Response> {
  if (secret === undefined) return new Response("The secret is not known yet", { status: 503 });
  const body = await request.text();
  try {
    new Webhook(secret).verify(body, Object.fromEntries(request.headers));
  } catch {
    return new Response("The signature is wrong", { status: 400 });
  }
  told.save(settlementSchema.parse(JSON.parse(body)));
  return new Response(null, { status: 204 });
}
