import * as examples from "../../examples/platform.ts";
import { modes, ok, operationErrors } from "@wonflow/core";
import { z } from "zod";
import { platformViewer } from "../../callers/platform.ts";
import { numberIn, pageParameters } from "../../request/parameters.ts";
import { viewPage, utcTime } from "../../response/page.ts";
import { route } from "../../route.ts";
import { actionListSchema, viewAction } from "../operators.ts";

export const saidSchema = z
  .object({ code: z.string(), message: z.string() })
  .nullable()
  .meta({ description: "The provider's last code and message, without card data; null if it sent none" });

const matterSchema = z.object({
  mId: z.int(),
  mode: z.enum(modes),
  what: z
    .enum(["attempt", "payout"])
    .meta({ description: "Which path ends it: …/attempts/{key}/resolve, or …/payouts/{payoutId}/resolve" }),
  id: z.string().meta({ description: "The attempt's key, or the payout's id" }),
  kind: z.string().meta({ description: "Such as approval, cancellation or payout" }),
  about: z.string().meta({ description: "The payment or payout that it is about" }),
  since: z.iso.datetime(),
  flagged: z
    .boolean()
    .meta({ description: "Whether it needs an operator; otherwise look-ups continue, and may end it" }),
  orderId: z.string().nullable(),
  amount: z.int().nullable().meta({ description: "Won" }),
  maskedNumber: z.string().nullable(),
  provider: saidSchema,
  unknownReason: z.string().nullable().meta({ description: "Why the last outcome was unknown" }),
});

const modeBacklogSchema = z.object({
  attemptsUnknown: z.int().meta({ description: "Calls to providers without an outcome" }),
  attemptsFlagged: z.int().meta({ description: "The number of them that need an operator" }),
  oldestCardCallMs: z
    .number()
    .meta({ description: "How long ago the oldest of them started at a gateway; 0 without one" }),
  oldestBankCallMs: z.number().meta({ description: "The same at the payout bank" }),
  payoutsToReview: z.int(),
});

const backlogSchema = z
  .object({
    live: modeBacklogSchema,
    test: modeBacklogSchema,
    webhookLagMs: z.number().meta({ description: "How long ago the oldest waiting webhook was due" }),
    work: z
      .array(
        z.object({
          kind: z.string(),
          upkeep: z.boolean().meta({ description: "Whether it is not urgent" }),
          dueSince: z.iso.datetime().nullable().meta({ description: "null if nothing is due" }),
          lateMs: z.number(),
        }),
      )
      .meta({ description: "The oldest due record of each kind of work, the latest first" }),
  })
  .meta({ id: "PlatformBacklog" });

const findingSchema = z.object({
  check: z.string(),
  status: z
    .enum(["ok", "look", "wrong"])
    .meta({ description: "No problem, something for an operator to check, or something that does not work" }),
  found: z.string().meta({ description: "In English, as `wonflow doctor` prints it" }),
  action: z.string().nullable().meta({ description: "The next step for an operator; null if there is none" }),
});

/** Work that waits, the service's health, and the changes that the platform's operators made. */
export const platformWaitingRoutes = [
  route({
    at: "GET /platform/waiting",
    operationId: "listWaiting",
    summary: "Lists calls and payouts of all merchants that have no outcome yet or need an operator, the oldest first",
    description:
      "Calls to providers without an outcome, and payouts to review. Payouts that their bank has accepted are left out until they need an operator. At most 1,000 records of each kind are searched.",
    examples: examples.listWaiting,
    tag: "Platform",
    caller: platformViewer,
    query: z.object({
      limit: z.string().optional().meta({
        description: "The most that are answered, from 1 to 1,000; 100 by default",
        type: "integer",
        minimum: 1,
        maximum: 1_000,
      }),
    }),
    response: z
      .object({
        hasMore: z.boolean().meta({ description: "Whether there are more, or may be" }),
        items: z.array(matterSchema),
      })
      .meta({ id: "Waiting" }),
    errors: operationErrors.platform.waiting,
    async answer({ payments, query: { limit } }) {
      const waiting = await payments.platform.waiting({ limit: numberIn(limit) });
      if (!waiting.ok) return waiting;
      const { hasMore, items } = waiting.value;
      return ok({ hasMore, items: items.map(({ since, ...matter }) => ({ ...matter, since: utcTime(since) })) });
    },
  }),
  route({
    at: "GET /platform/backlog",
    operationId: "getBacklog",
    summary: "Counts the open matters, and shows since when the oldest work of each kind is due",
    description: "Up to 1,000 records of each kind are counted, so that above that the numbers are lower bounds.",
    examples: examples.getBacklog,
    tag: "Platform",
    caller: platformViewer,
    response: backlogSchema,
    errors: [],
    async answer({ payments: { work } }) {
      const [backlog, overdue] = await Promise.all([work.backlog(), work.overdue()]);
      const latest = overdue.toSorted((one, other) => other.lateMs - one.lateMs);
      const kinds = latest.map(({ dueSince, ...kind }) => ({
        ...kind,
        dueSince: dueSince === null ? null : utcTime(dueSince),
      }));
      return ok({ ...backlog, work: kinds });
    },
  }),
  route({
    at: "GET /platform/findings",
    operationId: "listFindings",
    summary: "Checks the service, as `wonflow doctor` does",
    description: "An embedded service is checked by the functions that it gives; without any, nothing is found.",
    examples: examples.listFindings,
    tag: "Platform",
    caller: platformViewer,
    response: z.object({ items: z.array(findingSchema) }).meta({ id: "FindingList" }),
    errors: [],
    answer: async ({ findings }) => ok({ items: (await findings()).map((finding) => findingSchema.parse(finding)) }),
  }),
  route({
    at: "GET /platform/operator-actions",
    operationId: "listPlatformActions",
    summary: "Lists the changes that the platform's operators made or tried, the newest first",
    description: "A change is recorded before it is made, and again when it has ended.",
    examples: examples.listPlatformActions,
    tag: "Platform",
    caller: platformViewer,
    query: z.object(pageParameters("The most actions of a page, from 1 to 10,000; 10 by default")),
    response: actionListSchema,
    errors: operationErrors.operators.actions,
    async answer({ payments, recordedFor, query: { limit, startingAfter } }) {
      const page = await payments.operators.actions(recordedFor, { limit: numberIn(limit), startingAfter });
      return page.ok ? ok(viewPage(page.value, viewAction)) : page;
    },
  }),
];
