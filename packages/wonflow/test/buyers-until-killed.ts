import { setTimeout as pause } from "node:timers/promises";

import { z } from "zod";

import type { KillableService, Order, Told } from "./killable-service.ts";

/** A payment that was under way when its service was killed, or had come to its end before. */
export interface Story extends Order {
  /** Its possible statuses after a restart: the last one returned to its merchant, or that of the request that was cut off. */
  readonly mayBe: readonly (string | undefined)[];
  /** The payment as last returned. */
  readonly told: Told | undefined;
  /** Whether its last request was still unanswered. */
  readonly cutOff: boolean;
}

/** The buyers of a busy shop; the second one's merchant gives a part of the money back. */
const buyers = [
  { card: "kb", refunded: false },
  { card: "kb", refunded: true },
  { card: "answer-lost", refunded: false },
  { card: "never-arrives", refunded: false },
  { card: "no-funds", refunded: false },
] as const;

type Buyer = (typeof buyers)[number];

/** How a payment may end whose confirm was answered with a code, by its card; any card's, where the service was slow. */
const endings: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  UNKNOWN_PAYMENT_ERROR: {
    kb: ["DONE", "ABORTED"],
    "answer-lost": ["DONE", "ABORTED"],
    "never-arrives": ["ABORTED"],
    "no-funds": ["ABORTED"],
  },
  REJECT_CARD_PAYMENT: { "no-funds": ["ABORTED"] },
};

const refusedSchema = z.object({ code: z.string() });
const paidSchema = z.looseObject({ intentKey: z.string(), status: z.string() });

/** A story while it happens. */
type Page = { -readonly [Key in keyof Story]: Story[Key] };

/** Pays once, and notes after each answer how the payment may stand from then on. Rejects when the service is dead. */
async function pay(service: KillableService, page: Page, buyer: Buyer): Promise<void> {
  page.mayBe = [undefined, "READY"];
  const session = await service.openSession(page);
  page.mayBe = ["READY", "IN_PROGRESS"];
  const authenticated = await service.authenticate(page, session);
  page.mayBe = ["READY"];
  if (JSON.stringify(authenticated).includes("code=PAY_PROCESS_ABORTED")) return;
  page.mayBe = ["IN_PROGRESS", "DONE", "ABORTED"];
  const confirmed = await service.confirm(page, authenticated);
  const refused = refusedSchema.safeParse(confirmed);
  if (refused.success) {
    const ending = endings[refused.data.code]?.[page.card];
    if (ending === undefined) throw new Error(`${page.card}: confirm answers ${refused.data.code}`);
    page.mayBe = ending;
    return;
  }
  page.told = paidSchema.parse(confirmed);
  page.mayBe = ["DONE"];
  if (!buyer.refunded) return;
  page.mayBe = ["DONE", "PARTIAL_CANCELED"];
  const canceled = await service.cancel(page);
  page.mayBe = ["PARTIAL_CANCELED"];
  // Where it is not known in time, it is looked up, and sent again if it has not arrived.
  if (refusedSchema.safeParse(canceled).data?.code === "FAILED_PARTIAL_REFUND") return;
  page.told = paidSchema.parse(canceled);
}

/** After so long an outcome that is not known is looked up for the first time. */
const firstLookUpMs = 1_000;

/** The longest time that the service continues once its first look-ups are due, and the steps in which time passes. */
const continuesMs = 1_500;
const stepMs = 50;

/**
 * Lets ten buyers pay one order after the other, waits until one payment is done and one refunded, lets look-ups
 * become due, so that net-cancels start, and kills the service at a random time soon after.
 */
export async function payUntilKilled(service: KillableService, name: string): Promise<readonly Story[]> {
  const pages: Page[] = [];
  const doneAndRefunded = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  async function payOneAfterTheOther(buyer: Buyer): Promise<never> {
    for (;;) {
      const orderId = `${name}-${String(pages.length).padStart(8, "0")}`;
      const page: Page = { orderId, card: buyer.card, mayBe: [undefined], told: undefined, cutOff: true };
      pages.push(page);
      if (pages.length > 1_000) throw new Error("so many orders, and none was both paid and refunded");
      await pay(service, page, buyer);
      page.cutOff = false;
      if (page.told?.status === "DONE") doneAndRefunded[0].resolve();
      if (page.told?.status === "PARTIAL_CANCELED") doneAndRefunded[1].resolve();
    }
  }
  const paying = Promise.all([...buyers, ...buyers].map(payOneAfterTheOther).map(untilCutOff));
  await Promise.race([paying, Promise.all(doneAndRefunded.map(({ promise }) => promise))]);
  service.pass(firstLookUpMs);
  const steps = Math.random() * (continuesMs / stepMs);
  for (let step = 0; step < steps; step += 1) {
    await pause(stepMs);
    service.pass(stepMs);
  }
  service.kill();
  await paying;
  await service.dead();
  return pages;
}

/** Waits until a request breaks off, as fetch says it by a TypeError; anything else that ends it is a failure. */
async function untilCutOff(paying: Promise<never>): Promise<void> {
  try {
    await paying;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
