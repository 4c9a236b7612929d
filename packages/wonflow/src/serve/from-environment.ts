import { shippedCatalog } from "@wonflow/card-data";
import type { CardData, Clock, Payments } from "@wonflow/core";
import type { MovableClock } from "@wonflow/http";
import { sandboxInstallmentFeeds } from "@wonflow/sandbox";
import type { PaymentsOptions } from "../create-payments.ts";
import type { Environment } from "../settings/environment.ts";
import type { HandlerSettings } from "../handler.ts";
import { checkServerInUse } from "../findings/database.ts";
import { checkRunning } from "../findings/payments.ts";
import { checkSettings } from "../findings/settings.ts";
import type { Logger } from "../logger/logger.ts";
import { sandboxWindowEndpoints } from "../sandbox-window.ts";
import { type StartLinks, startPages } from "../start-page/start-page.ts";
import type { LiveGateways } from "../gateways/live-gateways.ts";
import type { OpenedParts, Sandbox } from "./open-parts.ts";

interface ForPayments {
  readonly parts: OpenedParts;
  readonly sandbox: Sandbox | undefined;
  readonly live: LiveGateways | undefined;
  readonly url: string;
  readonly logger: Logger;
}

export function paymentsOptions(
  environment: Environment,
  { parts, sandbox, live, url, logger }: ForPayments,
): PaymentsOptions {
  const { store, clock, secrets } = parts;
  const { mode, operatorName = null, retention, cashierLimits } = environment;
  const documentationKeys = mode === "development";
  return {
    store,
    clock,
    gateways: { ...(sandbox && { test: sandbox.gateway }), ...(live && { live: live.gateways }) },
    payoutBanks: sandbox === undefined ? {} : { test: sandbox.bank },
    cardData: cardDataOf(environment, clock, live?.feeds),
    secret: secrets,
    settings: {
      ...retention,
      cashierLimits,
      checkoutUrl: `${url}/checkout`,
      windowUrl: windowsOf(environment),
      operatorName,
      documentationKeys,
    },
    logger,
  };
}

/** The address of the pages that open gateways' windows. */
export function windowsOf({ windowUrl }: Pick<Environment, "windowUrl">): string | null {
  return windowUrl === undefined ? null : `${windowUrl}/windows`;
}

function cardDataOf(
  { mode, sandbox }: Environment,
  clock: Clock,
  live: LiveGateways["feeds"] | undefined,
): Partial<CardData> {
  const feeds = { ...(sandbox && sandboxInstallmentFeeds({ clock })), ...live };
  if (!sandbox) return { installmentFeeds: feeds };
  // In production a buyer could choose a fictional card in earnest.
  return { installmentFeeds: feeds, catalog: mode === "development" ? shippedCatalog : [] };
}

interface ForHandler extends Pick<OpenedParts, "store" | "clock"> {
  readonly payments: Payments;
  readonly sandbox: Sandbox | undefined;
  readonly logger: Logger;
  readonly ready: () => Promise<boolean | "stopping">;
  readonly links: StartLinks;
  readonly movable: MovableClock;
}

export function handlerSettings(environment: Environment, running: ForHandler): HandlerSettings {
  const { mode, cardLookUps, rateLimits, trustedProxies, databaseUrl, docs, console, platform } = environment;
  const { store, clock, payments, sandbox, logger, ready, links, movable } = running;
  return {
    ready,
    logger,
    cardLookUps,
    rateLimits,
    docs,
    console,
    platform,
    findings: async () => [
      ...checkSettings(environment),
      ...(databaseUrl === undefined ? [] : await checkServerInUse(databaseUrl)),
      ...(await checkRunning(payments, clock.now())),
    ],
    ...(trustedProxies !== undefined && { trustedProxies }),
    // One process has the folder of an embedded database to itself, and counts in its memory.
    ...(databaseUrl !== undefined && { rateLimiter: store.rateLimiter }),
    ...(mode === "development" && { developmentClock: movable }),
    beside: [
      ...(sandbox?.gateway.window === undefined ? [] : sandboxWindowEndpoints(sandbox.gateway)),
      ...(mode === "development"
        ? startPages({ ...links, reference: docs, console, window: sandbox?.gateway.window !== undefined })
        : []),
    ],
  };
}
