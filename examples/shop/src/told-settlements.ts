import { isWonflowError, webhooks } from "@wonflow/client";
import { z } from "zod";

import { openFile, type Kept } from "./kept-file.ts";

const settlementSchema = z.object({
  settlementId: z.string(),
  amount: z.number(),
  settledAt: z.string(),
  lines: z
    .array(
      z.object({
        orderId: z.string(),
        transactionAmount: z.number(),
        feeRate: z.number(),
        feeAmount: z.number(),
        vatAmount: z.number(),
        settledAmount: z.number(),
      }),
    )
    .readonly(),
});

/** A settlement that the service has told this shop of. */
export type ToldSettlement = z.output<typeof settlementSchema>;

/** The settlements that webhooks have reported: reported twice, a settlement is kept once. */
export function openToldSettlements(path: string): Kept<ToldSettlement> {
  return openFile(path, settlementSchema, ({ settlementId }) => settlementId);
}

/** Takes a webhook, if it is signed with the secret. A message that can't be taken now is sent again later. */
export async function takeWebhook(
  request: Request,
  { secret, told }: { readonly secret: string | undefined; readonly told: Kept<ToldSettlement> },
): Promise<Response> {
  if (secret === undefined) return new Response("The secret is not known yet", { status: 503 });
  try {
    const message = await webhooks.verify(await request.text(), request.headers, { secret });
    if (message.event === "settlement.completed") told.save(message.settlement);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!isWonflowError(error)) throw error;
    return new Response(error.message, { status: 400 });
  }
}
