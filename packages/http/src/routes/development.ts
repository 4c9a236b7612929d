import * as examples from "../examples/development.ts";
import {
  documentationMerchant,
  moveClockSchema,
  ok,
  setEndpointSchema,
  type ClockMove,
  type Result,
  refuse,
  refuseField,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { utcTime } from "../response/page.ts";
import { route } from "../route.ts";
import type { Call } from "../call.ts";
import { isCrossSite } from "../request/headers.ts";
import type { Caller } from "../callers/caller.ts";

/**
 * Anyone except a page of another site: a developer's program, command or page of the service itself. A page elsewhere
 * could otherwise move the clock of a service on its visitor's machine, which can't be undone.
 */
const developer: Caller<object> = {
  credentials: [],
  errors: ["CROSS_SITE_REQUEST"],
  limits: { address: "keylessByAddress" },
  shows: () => true,
  async identify(call) {
    if (isCrossSite(call.request)) return refuse("CROSS_SITE_REQUEST");
    return isOwnHost(call)
      ? ok({})
      : refuseField(
          "CROSS_SITE_REQUEST",
          "Host",
          "must be localhost, an IP address, or the host of the checkout's address",
        );
  },
};

/** Names that can't be registered, so that no stranger's name server can resolve one of them to this host. */
const unregistered = /^[^.]+$|\.(?:localhost|internal|test)$/;
const ipAddress = /^(?:\d+\.){3}\d+$|^\[/;

/**
 * Whether the request was sent to a name of this service. A page of a stranger's name that is made to lead here (DNS
 * rebinding) is of the same origin for its browser, but says its own name in Host.
 */
function isOwnHost({ request, payments }: Call): boolean {
  const { host, hostname } = new URL(request.url);
  return unregistered.test(hostname) || ipAddress.test(hostname) || host === new URL(payments.checkout.address).host;
}

const secretSchema = z
  .object({ secret: z.string().meta({ description: "whsec_…: signs every delivery from now on" }) })
  .meta({ id: "WebhookSecret" });

const clockErrors = [...operationErrors.calendar.movedTo, "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

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
  errors: [...operationErrors.webhooks.set, "NOT_FOUND_WEBHOOK"],
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
