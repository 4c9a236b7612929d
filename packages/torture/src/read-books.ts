import { allPages, type PaymentIntent } from "wonflow";

import { note, type Acknowledged, type KeyedRequest } from "./acknowledged.ts";
import type { OpenedService } from "./books.ts";
import type { Books } from "./differences.ts";
import { moved, seoulDay, type Prepared, type Shop } from "./prepared.ts";

/** Longer than all look-ups of an unknown outcome take. */
const restMinutes = 60;

/** Lets time pass until no work is left, and repeats every request that has a key. */
export async function finishWork(
  service: OpenedService,
  { shops }: Prepared,
  acknowledged: Acknowledged,
): Promise<void> {
  await moved(service, { forward: { minutes: restMinutes } });
  const requests = [...acknowledged.requests.keys()].values();
  const repeatAll = async () => {
    for (const request of requests) await repeat(service, acknowledged, request);
  };
  await Promise.all(Array.from({ length: 16 }, repeatAll));
  await moved(service, { forward: { minutes: restMinutes } });
  // The bank has paid by the next day, and its statement is read.
  await moved(service, { forward: { businessDays: 1 } });
  for (const shop of shops) await endByEvidence(service, shop);
  // Long enough to settle everything paid and to pay out the rest.
  await moved(service, { forward: { businessDays: 4 } });
  for (const shop of shops) await endByEvidence(service, shop);
}

/** No look-up can end a payout that never arrived at the bank, as it might still arrive: an operator ends it. */
async function endByEvidence({ payments, bank }: OpenedService, shop: Shop): Promise<void> {
  const payouts = await allPages((page) => payments.payouts.list(shop, page));
  for (const { id, status, statusUpdatedAt } of payouts) {
    if (status !== "SUBMITTING") continue;
    const isPaid = bank.records().some((record) => record.key === `payout.${id}` && record.status === "PAID");
    const note = "the bank's record";
    const evidence = isPaid ? ({ outcome: "done", at: statusUpdatedAt, note } as const) : undefined;
    await payments.payouts.resolve(shop, id, evidence ?? { outcome: "not-done", note });
  }
}

export async function repeat(
  { handler }: Pick<OpenedService, "handler">,
  acknowledged: Acknowledged,
  request: KeyedRequest,
): Promise<void> {
  const { path, key, body, authorization } = request;
  const headers = { "content-type": "application/json", "idempotency-key": key, authorization };
  const sent = new Request(`http://service${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const response = await handler(sent);
  const answer = { status: response.status, text: await response.text() };
  note(acknowledged, request, answer);
  const before = acknowledged.requests.get(request);
  if (before === undefined || answer.status < 300) return;
  acknowledged.contradictions.push(`${path} under ${key} succeeded, and is now refused: ${answer.text.slice(0, 300)}`);
}

export async function readBooks(service: OpenedService, { shops, firstDay }: Prepared): Promise<Books> {
  const { payments, gateway, bank } = service;
  const each = async <Item>(read: (shop: Shop) => Promise<readonly Item[]>) =>
    (await Promise.all(shops.map(read))).flat();
  const lastDay = seoulDay(service.clock.now());
  const booked = await each((shop) => allPages((page) => payments.intents.list(shop, page)));
  const payouts = await each((shop) => allPages((page) => payments.payouts.list(shop, page)));
  const sellers = await each((shop) => allPages((page) => payments.sellers.list(shop, page)));
  const settlements = await each((shop) =>
    allPages((page) => payments.settlements.list(shop, { from: firstDay, to: lastDay, ...page })),
  );
  return {
    payments: booked.map(bookedPayment),
    approvals: gateway.records().map(({ key, state, amount, canceledAmount }) => ({
      intentKey: /^approval-(.{21})(?:-\d+)?$/.exec(key)?.[1] ?? key,
      amount: state === "APPROVED" ? amount - canceledAmount : 0,
    })),
    payouts: payouts.map(({ id, amount, status }) => ({ id, amount: amount.value, status })),
    paid: bank.records().map(({ key, amount, steps }) => {
      const times = (status: string) => steps.filter((step) => step.status === status).length;
      return { payoutId: key.replace(/^payout\./, ""), amount: amount * (times("PAID") - times("RETURNED")) };
    }),
    sellers: sellers.map(({ id }) => id),
    settlements: settlements.map(({ settlementId, amount, lines }) => ({
      id: settlementId,
      amount,
      lines: lines.map(({ orderId, transactionAmount }) => ({ orderId, amount: transactionAmount })),
    })),
    problems: await each((shop) => problemsOf(service, shop, { firstDay, lastDay })),
  };
}

export function bookedPayment({
  orderId,
  intentKey,
  status,
  totalAmount,
  cancel,
}: PaymentIntent): Books["payments"][number] {
  const remaining = status === "PARTIAL_CANCELED" ? (cancel?.remainingAmount ?? 0) : totalAmount;
  const isPaid = status === "DONE" || status === "PARTIAL_CANCELED";
  return { orderId, intentKey, status, amount: totalAmount, remaining: isPaid ? remaining : 0 };
}

async function problemsOf(
  { payments, store }: OpenedService,
  shop: Shop,
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
): Promise<readonly string[]> {
  const problems: string[] = [];
  const { differences } = await payments.ledger.audit(shop);
  for (const { account, balance, postings } of differences) {
    problems.push(`${account} of ${shop.mId} is ${balance}, and its postings come to ${postings}`);
  }
  const counters = await payments.overview.recount(shop);
  for (const difference of counters.differences) problems.push(`a counter is wrong: ${JSON.stringify(difference)}`);
  for (let day = firstDay; day < lastDay; day = seoulDay(Date.parse(`${day}T12:00:00+09:00`) + 24 * 60 * 60 * 1000)) {
    const found = await payments.reconcile(shop, day);
    if (!found.ok) throw new Error(`${day} could not be compared: ${found.error.code}`);
    for (const difference of found.value.differences) problems.push(`on ${day}: ${JSON.stringify(difference)}`);
    for (const key of found.value.unanswered) problems.push(`on ${day}: no answer about ${key}`);
  }
  for (const attempt of await allPages((page) => payments.attempts.flagged(shop, page))) {
    problems.push(`waits for an operator: ${JSON.stringify(attempt)}`);
  }
  for (const kind of ["attempt", "bankAttempt"]) {
    for (const { key } of await store.listDue(kind, 10)) problems.push(`still has no outcome: ${key.id}`);
  }
  return problems;
}
