import {
  createPayments,
  type BankHolidays,
  type Clock,
  type Ids,
  type Notice,
  type Payments,
  type Settings,
} from "@wonflow/core";
import { createHttpHandler, type HttpHandler } from "@wonflow/http";
import { silentLogger, startWork } from "wonflow";
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
  startWork(tellingErrors(payments, onNotice), { logger: silentLogger, clock, restMs });
  return createHttpHandler(payments, { report: onError, traceId, clock, rateLimits: "off" });
}

/** A log has no error whole, so errors of the loop are told before they get there. */
function tellingErrors(payments: Payments, onNotice: (notice: Notice) => void): Payments {
  const { work, secret } = payments;
  const tell = (kind: string) => (error: unknown) => {
    onNotice({ kind: "work-failed", work: kind, id: "", error });
    throw error;
  };
  return {
    ...payments,
    work: { ...work, start: (kind, limit) => work.start(kind, limit).catch(tell(kind)) },
    secret: { ...secret, check: () => secret.check().catch(tell("secret")) },
  };
}
