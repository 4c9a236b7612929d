import pMap from "p-map";
import { approvalRefusals, type ErrorCode } from "wonflow";

import type { Customer } from "./customers.ts";
import { chargeDaysOf, type ChargeDay } from "./months.ts";
import { atOnce, bringCard, take, type Merchant } from "./merchant.ts";
import { storyOf } from "./story.ts";

/**
 * Refusals that concern this day and not the card: an exhausted limit, a low balance, a card company that can't be
 * reached. A card with any other refusal is never tried again: it is lost, stolen, stopped, expired or not
 * accepted, and repeated tries look like fraud to the card company.
 */
const passing: readonly string[] = [
  "REJECT_CARD_PAYMENT",
  "EXCEED_MAX_DAILY_PAYMENT_COUNT",
  "EXCEED_MAX_ONE_DAY_AMOUNT",
  "CARD_PROCESSING_ERROR",
  "PROVIDER_ERROR",
] satisfies readonly ErrorCode[];

/** The charge may have happened, or happens now: never a reason to charge again, only to look it up. */
const notKnown: readonly ErrorCode[] = [
  "UNKNOWN_PAYMENT_ERROR",
  "FAILED_BILLING_AUTO_CANCEL",
  "ALREADY_PROCESSED_PAYMENT",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "CONCURRENT_REQUEST",
];

/** Of one customer and month there is one order, whatever day and card: Wonflow has an order paid once. */
export function orderIdOf({ number }: Pick<Customer, "number">, month: string): string {
  return `sub-${String(number).padStart(4, "0")}-${month}`;
}

/**
 * Charges all customers for these months, on the days of each. It may die at any moment and be run again: what was
 * paid is found, and no customer pays twice.
 *
 * `onCharged` is called with each charge that has been answered.
 */
export async function chargeMonths(
  merchant: Merchant,
  months: readonly string[],
  onCharged: (day: ChargeDay) => void = () => {},
): Promise<void> {
  const { customers } = merchant;
  const paid = new Set<string>();
  for (const day of months.flatMap(chargeDaysOf).filter(({ at }) => at > customers.doneUntil())) {
    if (merchant.now() < day.at) await merchant.moveClock({ to: new Date(day.at).toISOString() });
    if (day.isFirst) await letGo(merchant, day.month);
    await chargeAll(merchant, day, { paid, onCharged });
    const without = payingIn(merchant, day.month).filter(({ billkey }) => day.isLast && billkey === null);
    for (const customer of without) customers.put({ ...customer, ended: { month: day.month, how: "lost" } });
    customers.dayIsDone(day.at);
  }
}

function payingIn({ customers }: Merchant, month: string): readonly Customer[] {
  return customers.all().filter(({ since, ended }) => since <= month && ended === null);
}

/** Customers that leave: their keys are deleted, and nothing can be charged with them any more. */
async function letGo(merchant: Merchant, month: string): Promise<void> {
  for (const customer of payingIn(merchant, month).filter((each) => storyOf(each).leaves === month)) {
    merchant.customers.put({ ...(await withoutCard(merchant, customer)), ended: { month, how: "left" } });
  }
}

async function withoutCard({ payments, tenant }: Merchant, customer: Customer): Promise<Customer> {
  const removed = customer.billkey === null ? undefined : await payments.billing.remove(tenant, customer.billkey);
  // It may have been deleted before a crash.
  if (removed?.ok === false && removed.error.code !== "NOT_FOUND_BILLING") take(removed);
  return { ...customer, billkey: null };
}

interface Run {
  /** Orders that this run has seen paid: they are not checked again on the later days of their month. */
  readonly paid: Set<string>;
  readonly onCharged: (day: ChargeDay) => void;
}

/** One day: a customer who was asked for a card may have registered it, and those who have not paid for the month are charged. */
async function chargeAll(merchant: Merchant, day: ChargeDay, { paid, onCharged }: Run): Promise<void> {
  const asked = payingIn(merchant, day.month).filter(({ billkey }) => billkey === null);
  await pMap(asked, (customer) => bringCard(merchant, customer), { concurrency: atOnce });
  const isOpen = (customer: Customer) => customer.billkey !== null && !paid.has(orderIdOf(customer, day.month));
  let open = payingIn(merchant, day.month).filter(isOpen);
  while (open.length > 0) {
    const chargeNext = async (customer: Customer) => {
      const outcome = await charge(merchant, customer, day);
      if (outcome === "paid") paid.add(orderIdOf(customer, day.month));
      onCharged(day);
      return outcome;
    };
    const outcomes = await pMap(open, chargeNext, { concurrency: atOnce });
    open = open.filter((_, index) => outcomes[index] === "not known");
    if (open.length > 0) await merchant.moveClock({ forward: { minutes: 1 } });
  }
}

async function charge(
  merchant: Merchant,
  customer: Customer,
  day: ChargeDay,
): Promise<"paid" | "refused" | "not known"> {
  const { payments, tenant } = merchant;
  const { customerId, price, billkey } = customer;
  if (billkey === null) return "refused";
  const orderId = orderIdOf(customer, day.month);
  const last = await payments.intents.lookUp(tenant, { orderId });
  if (last.ok && last.value.status === "DONE") return "paid";
  const [failure] = (last.ok ? last.value.failure : undefined) ?? [];
  const isOfToday = last.ok && Date.parse(last.value.requestedAt) >= day.at && failure?.details.billing === billkey;
  // Refused before this process, or meanwhile, where it was not known yet.
  if (isOfToday) return refused(merchant, customer, { day, code: failure.code });
  const instruments = [{ billing: billkey, amount: price }];
  const order = { customerId, orderId, orderName: `구독 ${day.month}`, totalAmount: price, instruments };
  const charged = await payments.billing.charge(tenant, order);
  if (charged.ok) return "paid";
  const { code } = charged.error;
  if (notKnown.includes(code)) return "not known";
  if (!approvalRefusals.some((refusal) => refusal === code)) take(charged);
  return refused(merchant, customer, { day, code });
}

/** A card that will not pass is deleted, and its holder asked for another one; the others wait for their next day. */
async function refused(
  merchant: Merchant,
  customer: Customer,
  { day, code }: { readonly day: ChargeDay; readonly code: string },
): Promise<"refused"> {
  if (!passing.includes(code) || day.isLastTry) merchant.customers.put(await withoutCard(merchant, customer));
  return "refused";
}
