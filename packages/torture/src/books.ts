import {
  createHandler,
  createPayments,
  developmentClock,
  type DevelopmentClock,
  movableClock,
  type MovableClock,
  type Payments,
  postgresStore,
  sandboxCardNetwork,
  sandboxPayoutBank,
  silentLogger,
} from "wonflow";
import type { Store } from "@wonflow/core";

import { serviceSecret } from "./service-process.ts";

export interface OpenedService {
  readonly store: Store;
  readonly clock: DevelopmentClock;
  readonly payments: Payments;
  readonly network: Awaited<ReturnType<typeof sandboxCardNetwork>>;
  readonly bank: Awaited<ReturnType<typeof sandboxPayoutBank>>;
  readonly handler: (request: Request) => Promise<Response>;
  readonly move: MovableClock["move"];
  readonly close: () => Promise<unknown>;
}

export interface OpenOptions {
  readonly secret?: string | undefined;
  /** Where the sandbox's record is; in the same database unless said. */
  readonly sandboxUrl?: string;
  /** Whether the sandbox's card network has a list of each day. */
  readonly dayList?: boolean;
}

export async function openService(
  url: string,
  { secret = serviceSecret, sandboxUrl = url, dayList = false }: OpenOptions = {},
): Promise<OpenedService> {
  const store = await postgresStore({ url, poolSize: 4 });
  const clock = await developmentClock({ store });
  const network = await sandboxCardNetwork({ url: sandboxUrl, clock, promises: { dayList } });
  const bank = await sandboxPayoutBank({ url: sandboxUrl, clock });
  const payments = createPayments({
    store,
    clock,
    cardNetworks: { test: network },
    payoutBanks: { test: bank },
    secret,
    settings: { documentationKeys: true },
    logger: silentLogger,
  });
  // Nothing is done here but on the way of the clock.
  const work = { stop: async () => {}, pauseFor: <Answer>(task: () => Promise<Answer>) => task() };
  const { move } = movableClock({ clock, store, payments, work });
  const handler = createHandler(payments, { rateLimits: "off" });
  const close = () => Promise.all([store.close(), network.close(), bank.close()]);
  return { store, clock, payments, network, bank, handler, move, close };
}
