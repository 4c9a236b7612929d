import * as examples from "../examples/webhooks.ts";
import { deliveryStatuses, ok, type ListDeliveriesInput, type WebhookDelivery, operationErrors } from "@wonflow/core";
import { z } from "zod";
import { merchantOrCashier, merchantOrViewer, ofPath } from "../callers/caller.ts";
import { numberIn, pageParameters, severalIn } from "../request/parameters.ts";
import { pageSchema, viewPage, utcTime } from "../response/page.ts";
import { route } from "../route.ts";
import { merchantParams } from "./sellers.ts";

const path = "/merchants/{mId}/webhook-deliveries";

const trySchema = z.object({
  number: z.int().meta({ description: "Counts all tries of the delivery, from 1" }),
  at: z.iso.datetime(),
  status: z.int().nullable().meta({ description: "The HTTP status; null if no answer arrived" }),
  reason: z.string().nullable().meta({ description: "Why none arrived; null if one did, and while it is awaited" }),
  ms: z.int().nullable().meta({ description: "How long it took; null while the answer is awaited" }),
  answer: z.string().meta({ description: "How the answer's body begins" }),
});

const deliverySchema = z
  .object({
    id: z.string().meta({ description: "The webhook-id, the same at every try" }),
    event: z.string(),
    about: z.string().meta({ description: "The id of the event's object: a settlementId, intentKey or payout id" }),
    sequence: z
      .int()
      .nullable()
      .meta({ description: "The event's number among those of its object; null for a settlement" }),
    status: z.enum(deliveryStatuses),
    createdAt: z.iso.datetime(),
    tries: z.int().meta({ description: "How many tries were begun" }),
    nextTryAt: z.iso.datetime().nullable().meta({ description: "null if no try is left" }),
    log: z.array(trySchema).meta({ description: "The last tries, the oldest first; at most 40" }),
  })
  .meta({ id: "WebhookDelivery" });

function viewDelivery({ log, ...delivery }: WebhookDelivery): z.output<typeof deliverySchema> {
  const { id, event, about, sequence, status, createdAt, tries, nextTryAt } = delivery;
  return {
    id,
    event,
    about,
    sequence,
    status,
    createdAt: utcTime(createdAt),
    tries,
    nextTryAt: nextTryAt === null ? null : utcTime(nextTryAt),
    log: log.map(({ number, at, status: answered, reason, ms, answer }) => {
      return { number, at: utcTime(at), status: answered, reason, ms, answer };
    }),
  };
}

const deliveryParams = merchantParams.extend({ deliveryId: z.string().meta({ description: "The webhook-id" }) });

export const deliveryRoutes = [
  route({
    at: `GET ${path}`,
    operationId: "listWebhookDeliveries",
    summary: "Lists the merchant's webhook messages, the newest first: all, or those of some statuses",
    description:
      "With a status a page looks through at most 10,000 messages: its nextCursor then leads on behind them, also where the page has none.",
    examples: examples.listWebhookDeliveries,
    tag: "Webhooks",
    caller: ofPath(merchantOrViewer),
    params: merchantParams,
    query: z.object({
      ...pageParameters("The most messages of a page, from 1 to 10,000; 10 by default"),
      status: z
        .string()
        .optional()
        .meta({
          description: `One status, or several separated by commas: ${deliveryStatuses.join(", ")}`,
          examples: ["PENDING,EXHAUSTED"],
        }),
    }),
    heavy: ({ status }) => status !== undefined,
    response: pageSchema(deliverySchema).meta({ id: "WebhookDeliveryList" }),
    errors: operationErrors.webhooks.deliveries,
    async answer({ payments, tenant, query: { limit, startingAfter, status } }) {
      // The operation refuses a status that there is not.
      const statuses = severalIn(status) as ListDeliveriesInput["status"];
      const asked = { limit: numberIn(limit), startingAfter, status: statuses };
      const page = await payments.webhooks.deliveries(tenant, asked);
      return page.ok ? ok(viewPage(page.value, viewDelivery)) : page;
    },
  }),
  route({
    at: `GET ${path}/{deliveryId}`,
    operationId: "getWebhookDelivery",
    summary: "Reads a webhook message with its last tries and the next one",
    description: "By its webhook-id. EXHAUSTED ones are tried again only by hand.",
    examples: examples.getWebhookDelivery,
    tag: "Webhooks",
    caller: ofPath(merchantOrViewer),
    params: deliveryParams,
    response: deliverySchema,
    errors: operationErrors.webhooks.delivery,
    async answer({ payments, tenant, params: { deliveryId } }) {
      const delivery = await payments.webhooks.delivery(tenant, deliveryId);
      return delivery.ok ? ok(viewDelivery(delivery.value)) : delivery;
    },
  }),
  route({
    at: `POST ${path}/{deliveryId}/resend`,
    operationId: "resendWebhookDelivery",
    summary: "Sends a webhook message again, also one that was delivered or has run out of retries",
    description:
      "The same message with all its tries again, the first immediately. The answer shows it before that try.",
    examples: examples.resendWebhookDelivery,
    tag: "Webhooks",
    caller: ofPath(merchantOrCashier),
    params: deliveryParams,
    response: deliverySchema,
    errors: operationErrors.webhooks.resend,
    async answer({ payments, tenant, params: { deliveryId } }) {
      const resent = await payments.webhooks.resend(tenant, deliveryId);
      return resent.ok ? ok(viewDelivery(resent.value)) : resent;
    },
  }),
];
