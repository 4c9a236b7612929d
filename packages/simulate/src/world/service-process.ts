import { createPayments, type BankHolidays, type Clock, type Ids, type Notice, type Settings } from "@wonflow/core";
import { createHttpHandler, type HttpHandler } from "@wonflow/http";
import { startWork } from "wonflow";
import type { ServicePorts } from "../ports/service-ports.ts";

/** What one process of the service is made of: the real core, HTTP interface and loop of due work over these ports. */
export interface ServiceProcessOptions extends ServicePorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  /** The holidays that were announced. */
  readonly holidays: BankHolidays;
  readonly restMs: number;
  /** Told of every error that was answered with a 500, and of notices. */
  readonly onError: (error: unknown, traceId: string) => void;
  readonly onNotice: (notice: Notice) => void;
  readonly traceId: () => string;
}

/** Starts a process: it serves requests, and does due work by itself. */
export function startServiceProcess(options: ServiceProcessOptions): HttpHandler {
  const { store, cards, liveCards, bank, liveBank, vault, webhooks, clock, ids, settings, holidays } = options;
  const { restMs, onError, onNotice, traceId } = options;
  const payments = createPayments({
    store,
    cardNetworks: { test: cards, live: liveCards },
    payoutBanks: { test: bank, live: liveBank },
    vault,
    clock,
    ids,
    settings,
    holidays,
    webhookSender: webhooks,
    notify: onNotice,
  });
  startWork(payments, { notify: onNotice, clock, restMs });
  return createHttpHandler(payments, { report: onError, traceId, rateLimits: "off" });
}
