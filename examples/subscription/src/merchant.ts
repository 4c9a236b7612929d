import { randomUUID } from "node:crypto";
import { join } from "node:path";

import pMap from "p-map";
import {
  consoleLogger,
  createPayments,
  developmentClock,
  developmentSecret,
  memoryStore,
  movableClock,
  postgresStore,
  sandboxGateway,
  startWork,
  systemClock,
  type ClockMove,
  type ErrorCode,
  type Logger,
  type Payments,
  type Result,
  type Tenant,
} from "wonflow";

import { openCustomerBook, type Customer, type CustomerBook } from "./customers.ts";
import { monthAfter, monthOf } from "./months.ts";
import { detailsOf, nameOf, storyOf } from "./story.ts";

/** How many charges are under way at once. */
export const atOnce = 20;

/** The merchant's backend, with its payment service inside. */
export interface Merchant {
  readonly payments: Payments;
  readonly tenant: Tenant;
  readonly customers: CustomerBook;
  readonly now: () => number;
  /** Lets time pass, with all that is due on the way. */
  readonly moveClock: (to: ClockMove) => Promise<void>;
  /** Won that the gateway reports as held for the merchant. */
  readonly held: () => number;
  readonly close: () => Promise<void>;
}

const tenant = { mId: 30, mode: "test", name: "달마다", feeRate: "3.3" } as const;

/** A folder keeps its secret; data in memory needs no lasting one. */
async function secretOf(dataDir: string | undefined): Promise<string> {
  const given = process.env["WONFLOW_SECRET"];
  return given ?? (dataDir === undefined ? crypto.randomUUID() : developmentSecret({ dataDir }));
}

/** Opens the backend, which must be closed in the end. Without a folder all is in memory. */
export async function openMerchant({
  dataDir,
  machine = systemClock,
}: {
  readonly dataDir?: string;
  readonly machine?: typeof systemClock;
}): Promise<Merchant> {
  const database = dataDir === undefined ? undefined : await postgresStore({ dataDir });
  const store = database ?? memoryStore();
  const clock = await developmentClock({ store, machine });
  const cards = await sandboxGateway({ clock, ...(dataDir !== undefined && { dataDir }) });
  const lines = consoleLogger();
  // Answers are lost on purpose here: the charge reports that, and is looked up.
  const error: Logger["error"] = (fields, message) =>
    fields["notice"] === "provider-threw" ? undefined : lines.error(fields, message);
  const logger: Logger = { ...lines, error };
  const secret = await secretOf(dataDir);
  const payments = createPayments({ store, clock, gateways: { test: cards }, secret, logger });
  await payments.secret.check();
  take(await payments.merchants.register(tenant));
  const work = startWork(payments, { logger, clock: machine, mayStart: clock.runs });
  const movable = movableClock({ clock, store, payments, work });

  async function moveClock(to: ClockMove): Promise<void> {
    let moved = await movable.move(to);
    // A process that was killed while it moved the clock holds it for some seconds more.
    for (; !moved.ok && moved.error.code === "CONCURRENT_REQUEST"; moved = await movable.move(to)) {
      await machine.after(500).elapsed;
    }
    take(moved);
  }

  return {
    payments,
    tenant,
    customers: openCustomerBook(dataDir === undefined ? undefined : join(dataDir, "customers.jsonl")),
    now: clock.now,
    moveClock,
    held: () => cards.held(`${tenant.mId}:${tenant.mode}`),
    async close() {
      await work.stop();
      await Promise.all([cards.close(), database?.close()]);
    },
  };
}

/** Sees to it that there are so many customers, each with its first card; those that are missing pay from next month. */
export async function registerCustomers(merchant: Merchant, count: number): Promise<void> {
  const { customers } = merchant;
  const since = monthAfter(monthOf(merchant.now()), 1);
  for (let number = customers.all().length + 1; number <= count; number += 1) {
    const known = { kind: "customer", number, customerId: randomUUID(), name: nameOf(number) } as const;
    customers.put({ ...known, price: number % 3 === 0 ? 14_900 : 9_900, since, cards: 0, billkey: null, ended: null });
  }
  const without = customers.all().filter(({ cards }) => cards === 0);
  await pMap(without, (customer) => bringCard(merchant, customer), { concurrency: atOnce });
}

/** A customer's next card is stored, where it brings one. */
export async function bringCard({ payments, tenant, customers }: Merchant, customer: Customer): Promise<void> {
  const { customerId, name, cards } = customer;
  const card = storyOf(customer).cards[cards];
  if (card === undefined) return;
  const issue = (tried: number) => {
    // A process killed before the key is stored gets the same key under the same idempotency key.
    const idempotencyKey = `${customerId}.${cards + 1}.${tried + 1}`;
    return payments.billing.issue(tenant, { customerId, ...detailsOf(card, name) }, { idempotencyKey });
  };
  let issued = await issue(0);
  // A process killed before the answer gets neither answer nor key: Wonflow has the gateway delete the card.
  for (let tried = 1; tried < 10 && !issued.ok && isUnanswered(issued.error.code); tried += 1) {
    issued = await issue(tried);
  }
  customers.put({ ...customer, cards: cards + 1, billkey: take(issued).billkey });
}

function isUnanswered(code: ErrorCode): boolean {
  return code === "IDEMPOTENT_REQUEST_PROCESSING" || code === "FAILED_BILL_KEY_AUTH_CREATION";
}

/** The value of an answer where a refusal would be a mistake of this program. */
export function take<Value>(answer: Result<Value>): Value {
  if (!answer.ok) throw new Error(`${answer.error.code} ${JSON.stringify(answer.error.details ?? [])}`);
  return answer.value;
}
