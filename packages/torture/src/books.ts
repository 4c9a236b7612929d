import {
  createHandler,
  createPayments,
  developmentClock,
  type DevelopmentClock,
  movableClock,
  type MovableClock,
  type Payments,
  postgresStore,
  sandboxGateway,
  sandboxPayoutBank,
  silentLogger,
} from "wonflow";
import type { Store } from "@wonflow/core";

import { serviceSecret } from "./service-process.ts";

export interface OpenedService {
  readonly store: Store;
  readonly clock: DevelopmentClock;
  readonly payments: Payments;
  readonly gateway: Awaited<ReturnType<typeof sandboxGateway>>;
  readonly bank: Awaited<ReturnType<typeof sandboxPayoutBank>>;
  readonly handler: (request: Request) => Promise<Response>;
  readonly move: MovableClock["move"];
  readonly close: () => Promise<unknown>;
}

interface OpenOptions {
  readonly secret?: string | undefined;
  /** Where the sandbox keeps its records; by default in the same database. */
  readonly sandboxUrl?: string;
  /** Whether the sandbox's gateway has a list of each day. */
  readonly dayList?: boolean;
}

export async function openService(
  url: string,
  { secret = serviceSecret, sandboxUrl = url, dayList = false }: OpenOptions = {},
): Promise<OpenedService> {
  const store = await postgresStore({ url, poolSize: 4 });
  const clock = await developmentClock({ store });
  const gateway = await sandboxGateway({ url: sandboxUrl, clock, promises: { dayList } });
  const bank = await sandboxPayoutBank({ url: sandboxUrl, clock });
  const payments = createPayments({
    store,
    clock,
    gateways: { test: gateway },
    payoutBanks: { test: bank },
    secret,
    settings: { documentationKeys: true },
    logger: silentLogger,
  });
  // Work is done only when the clock moves.
  const work = { stop: async () => {}, pauseFor: <Answer>(task: () => Promise<Answer>) => task() };
  const { move } = movableClock({ clock, store, payments, work });
  const handler = createHandler(payments, { rateLimits: "off" });
  const close = () => Promise.all([store.close(), gateway.close(), bank.close()]);
  return { store, clock, payments, gateway, bank, handler, move, close };
}
