import {
  documentationMerchant,
  moveClockErrors,
  moveClockSchema,
  ok,
  setEndpointErrors,
  setEndpointSchema,
  type ClockMove,
  type Result,
} from "@wonflow/core";
import { z } from "zod";
import { developer } from "../callers/developer.ts";
import * as examples from "../examples/development.ts";
import { utcTime } from "../response/utc-time.ts";
import { route } from "../route.ts";

const secretSchema = z
  .object({ secret: z.string().meta({ description: "whsec_…: signs every delivery from now on" }) })
  .meta({ id: "WebhookSecret" });

const clockErrors = [...moveClockErrors, "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

export interface MovableClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Moves the clock ahead, doing due work in its order. A second move at once is `CONCURRENT_REQUEST`. */
  readonly move: (to: ClockMove) => Promise<Result<number, (typeof clockErrors)[number]>>;
}

const nowSchema = z
  .object({ now: z.string().meta({ description: "The service's time, in UTC with milliseconds" }) })
  .meta({ id: "ServiceTime" });

function viewNow(now: number): z.output<typeof nowSchema> {
  return { now: utcTime(now) };
}

/** The routes that exist in development only; the OpenAPI document leaves them out. */
export function developmentRoutes(clock: MovableClock) {
  return [webhookEndpointRoute, ...clockRoutes(clock)];
}

function clockRoutes(clock: MovableClock) {
  const path = "/development/clock";
  return [
    route({
      at: `GET ${path}`,
      operationId: "getDevelopmentClock",
      summary: "Reads the service's time",
      description: "Links expire, settlements are made, and banks pay by this time.",
      examples: examples.getDevelopmentClock,
      tag: "Service",
      caller: developer,
      response: nowSchema,
      errors: [],
      answer: async () => ok(viewNow(clock.now())),
    }),
    route({
      at: `POST ${path}`,
      operationId: "moveDevelopmentClock",
      summary: "Moves the service's clock ahead, and answers when all work that was due by then is done",
      description: "To a moment, or ahead by minutes or business days; never back.",
      examples: examples.moveDevelopmentClock,
      tag: "Service",
      caller: developer,
      request: moveClockSchema,
      response: nowSchema,
      errors: clockErrors,
      async answer({ body }) {
        const moved = await clock.move(body);
        return moved.ok ? ok(viewNow(moved.value)) : moved;
      },
    }),
  ];
}

const webhookEndpointRoute = route({
  at: "PUT /development/webhook-endpoint",
  operationId: "setDevelopmentWebhook",
  summary: "Sets the webhook endpoint of the documentation merchant; answers a new secret each time",
  description: "The new secret alone signs every delivery from then on.",
  examples: examples.setDevelopmentWebhook,
  tag: "Service",
  caller: developer,
  request: setEndpointSchema,
  response: secretSchema,
  errors: [...setEndpointErrors, "NOT_FOUND_WEBHOOK"],
  async answer({ payments: { webhooks }, body }) {
    const endpoint = await webhooks.set(documentationMerchant, body);
    if (!endpoint.ok) return endpoint;
    const { secret } = endpoint.value;
    if (secret !== null) return ok({ secret });
    // Former secrets would come to an end: a developer may ask more than four times a day.
    const rotated = await webhooks.rotate(documentationMerchant, { overlapMs: 0 });
    return rotated.ok ? ok({ secret: rotated.value.secret }) : rotated;
  },
});
