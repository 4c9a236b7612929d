import { join } from "node:path";

import {
  allPages,
  consoleLogger,
  createPayments,
  developmentClock,
  developmentSecret,
  memoryStore,
  movableClock,
  postgresStore,
  sandboxGateway,
  sandboxPayoutBank,
  startWork,
  systemClock,
  type MovableClock,
  type Logger,
  type Payments,
  type Result,
  type Tenant,
} from "wonflow";

import { openOrderBook, type OrderBook } from "./order-book.ts";
import { stalls, type Stall } from "./sellers.ts";

/** A seller with the id under which Wonflow pays it. */
export interface Seller extends Stall {
  readonly id: string;
}

/** The marketplace's backend, with its payment service inside. */
export interface Marketplace {
  readonly payments: Payments;
  /** The one merchant of Wonflow's that the marketplace is. */
  readonly tenant: Tenant;
  readonly clock: MovableClock;
  readonly orders: OrderBook;
  readonly sellers: readonly Seller[];
  /** Where its pages are, without a slash at the end. */
  readonly url: string;
  /** Whether it is about to stop. */
  readonly isStopping: () => boolean;
  readonly close: () => Promise<void>;
}

export interface MarketplaceOptions {
  readonly url: string;
  /** Where everything is kept; in memory without it. */
  readonly dataDir?: string;
  /** The clock by which the development clock runs; the machine's by default. */
  readonly machine?: typeof systemClock;
  /** Receives log lines; the console by default. */
  readonly logger?: Logger;
}

const merchant = { mId: 20, mode: "test", name: "장터", feeRate: "3.3", contracts: { payouts: true } } as const;

/** A folder keeps its secret; data in memory needs no lasting one. */
async function secretOf(dataDir: string | undefined): Promise<string> {
  const given = process.env["WONFLOW_SECRET"];
  return given ?? (dataDir === undefined ? crypto.randomUUID() : developmentSecret({ dataDir }));
}

/** Opens the marketplace, which must be closed in the end. */
export async function openMarketplace({
  url,
  dataDir,
  machine = systemClock,
  logger = consoleLogger(),
}: MarketplaceOptions): Promise<Marketplace> {
  const database = dataDir === undefined ? undefined : await postgresStore({ dataDir });
  const store = database ?? memoryStore();
  const clock = await developmentClock({ store, machine });
  // The sandbox's gateway and bank remember in the same place: they must know what the store knows.
  const place = { clock, ...(dataDir !== undefined && { dataDir }) };
  const [cards, bank] = [await sandboxGateway(place), await sandboxPayoutBank(place)];
  const payments = createPayments({
    store,
    clock,
    gateways: { test: cards },
    payoutBanks: { test: bank },
    secret: await secretOf(dataDir),
    settings: { checkoutUrl: `${url}/checkout` },
    logger,
  });
  await payments.secret.check();
  // No account of its own is set: what is available is mostly the sellers', and no evening's transfer may take it.
  take(await payments.merchants.register(merchant));
  const sellers = await registerSellers(payments);
  const work = startWork(payments, { logger, clock: machine, mayStart: clock.runs });
  let isStopping = false;
  return {
    payments,
    tenant: merchant,
    clock: movableClock({ clock, store, payments, work, isStopping: () => isStopping }),
    orders: openOrderBook(dataDir === undefined ? undefined : join(dataDir, "orders.jsonl")),
    sellers,
    url,
    isStopping: () => isStopping,
    async close() {
      isStopping = true;
      await work.stop();
      await Promise.all([cards.close(), bank.close(), database?.close()]);
    },
  };
}

/** Those that Wonflow does not know yet are created; its own list says which. */
async function registerSellers(payments: Payments): Promise<readonly Seller[]> {
  const known = await allPages((page) => payments.sellers.list(merchant, page));
  const sellers: Seller[] = [];
  for (const stall of stalls) {
    const { ref: refSellerId, name, holderName, accountNumber } = stall;
    const account = { bankCode: "004", accountNumber, holderName };
    const asked = { refSellerId, name, businessType: "INDIVIDUAL", account } as const;
    const found = known.find((each) => each.refSellerId === refSellerId);
    const { id } = found ?? take(await payments.sellers.create(merchant, asked));
    sellers.push({ ...stall, id });
  }
  return sellers;
}

/** The value of an answer where a refusal would be a mistake of this program. */
export function take<Value>(answer: Result<Value>): Value {
  if (!answer.ok) throw new Error(`${answer.error.code} ${JSON.stringify(answer.error.details ?? [])}`);
  return answer.value;
}
