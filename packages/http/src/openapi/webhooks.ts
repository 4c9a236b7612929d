import { settledSchema } from "@wonflow/core";
import { getSettlement } from "../examples/settlements.ts";
import type { Components } from "./components.ts";
import type { Operation } from "./operation.ts";
import type { Parameter } from "./shared.ts";

export type WebhookRequest = Pick<
  Operation,
  "operationId" | "summary" | "description" | "tags" | "security" | "parameters" | "requestBody"
> & { readonly responses: Readonly<Record<string, { readonly description: string }>> };

function header(name: string, description: string, example: string): Parameter {
  return { name, in: "header", required: true, description, schema: { type: "string" }, example };
}

const description = [
  "Sent to the merchant's endpoint when a settlement is made, if its contract has the webhook. It is signed by Standard Webhooks: verify the signature over the raw body, byte by byte.",
  "Answer with 2xx within 10 seconds. After anything else the service tries again, seven times within about four days. The same message may come more than once, under the same webhook-id.",
].join("\n\n");

/** Interface: Events, Settlement webhook. */
export function webhooksOf(components: Components): Readonly<Record<string, { readonly post: WebhookRequest }>> {
  const { summary, answer: value } = getSettlement.settlement;
  const settlement = { schema: components.name(settledSchema, "output"), examples: { settlement: { summary, value } } };
  const post: WebhookRequest = {
    operationId: "settlementMade",
    summary: "A settlement was made",
    description,
    tags: ["Settlements"],
    security: [],
    parameters: [
      header("webhook-id", "Names the message; the same at every try", "msg_Wm6Xs0Tz4Ud8Of1Lp5Nh9QrJ"),
      header("webhook-timestamp", "Seconds since 1970, when it was sent", "1795532400"),
      header(
        "webhook-signature",
        "One signature for each secret, separated by spaces",
        "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
      ),
    ],
    requestBody: {
      description: "The settlement, as GET /px/settlements/{settlementId} answers it",
      required: true,
      content: { "application/json": settlement },
    },
    responses: {
      "2XX": { description: "Delivered" },
      "410": { description: "Given up: the service does not try this message again" },
      default: { description: "The service tries again later" },
    },
  };
  return { "settlement-made": { post } };
}
