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

/** A settlement that a webhook has reported to this shop. */
export type ReportedSettlement = z.output<typeof settlementSchema>;

/** The settlements that webhooks have reported: reported twice, a settlement is kept once. */
export function openReportedSettlements(path: string): Kept<ReportedSettlement> {
  return openFile(path, settlementSchema, ({ settlementId }) => settlementId);
}

/** Takes a webhook, if it is signed with the secret. A message that can't be taken now is sent again later. */
export async function takeWebhook(
  request: Request,
  { secret, reported }: { readonly secret: string | undefined; readonly reported: Kept<ReportedSettlement> },
): Promise<Response> {
  if (secret === undefined) return new Response("The secret is not known yet", { status: 503 });
  try {
    const message = await webhooks.verify(await request.text(), request.headers, { secret });
    if (message.event === "settlement.completed") reported.save(message.settlement);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!isWonflowError(error)) throw error;
    return new Response(error.message, { status: 400 });
  }
}
