import { expect, test } from "vitest";

import { createPayoutWorld, item } from "../../test/payout-world.ts";
import { watchNotifications, fakeSender } from "../../test/webhook-world.ts";
import { shop, valueOf } from "../../test/world.ts";
import type { BankPayout, EvidenceInput } from "../index.ts";
import { readWebhookEvent } from "../oversight/webhook/events.ts";

const merchant = { contracts: { payouts: true, webhook: true } };
const done: EvidenceInput = { outcome: "done", at: "2026-11-25T10:05:00+09:00", note: "statement" };
const notDone: EvidenceInput = { outcome: "not-done", note: "not on the statement" };

/** A payout of 10,000 won that waits to be sent, and steps that it may go through. */
async function reserved({ events, contract = true }: Parameters<typeof subscribed>[0] = {}) {
  const { watch, world } = await subscribed({ contract, events });
  const seller = await world.seller();
  const { payouts } = valueOf(await world.batch(item("a", seller.id)));
  const id = payouts.items[0]?.id ?? "";
  const key = `payout.${id}`;
  const payee = { type: "SELLER", externalSellerId: seller.externalSellerId ?? "" } as const;
  return {
    ...world,
    ...watch,
    id,
    send: () => world.run("payout"),
    async bankSays(status: BankPayout["status"]) {
      const value: BankPayout = { key, amount: 10_000, status, at: world.clock.now(), reason: null };
      world.bank.onLookUp = async () => ({ outcome: "done", value });
      await world.clock.advance(3600_000);
      await world.run("bankAttempt");
    },
    async statement(kind: "PAID" | "RETURNED") {
      world.bank.movements.push({
        payee,
        payoutDate: "2026-11-25",
        key,
        amount: 10_000,
        kind,
        at: world.clock.now(),
      });
      await world.clock.advance(26 * 3600_000);
      await world.run("payoutStatement");
    },
    resolve: (evidence: EvidenceInput) => world.payments.payouts.resolve(shop, id, evidence),
  };
}

async function subscribed({
  events,
  contract = true,
}: {
  readonly events?: Parameters<ReturnType<typeof watchNotifications>["subscribe"]>[1] | undefined;
  readonly contract?: boolean;
}) {
  const watch = watchNotifications();
  const contracts = { ...merchant.contracts, webhook: contract };
  const world = await createPayoutWorld({
    available: 100_000,
    merchant: { contracts },
    store: watch.store,
    webhookSender: fakeSender(),
  });
  await watch.subscribe(world.payments, events);
  watch.told.length = 0;
  return { watch, world };
}

type Reserved = Awaited<ReturnType<typeof reserved>>;

/** Everything that changes a payout, with the events that report it. */
const changes: readonly (readonly [string, (payout: Reserved) => Promise<unknown>, readonly string[]])[] = [
  ["a submission that the bank accepts", ({ send }) => send(), []],
  [
    "paid, as a look-up says",
    async ({ send, bankSays }) => {
      await send();
      await bankSays("PAID");
      await bankSays("PAID");
    },
    ["1 payout.completed COMPLETED"],
  ],
  [
    "paid at once",
    async ({ send, bank, clock }) => {
      bank.onSubmit = async ({ key, amount }) => ({
        outcome: "done",
        value: { key, amount, status: "PAID", at: clock.now(), reason: null },
      });
      await send();
    },
    ["1 payout.completed COMPLETED"],
  ],
  [
    "refused",
    async ({ send, bank }) => {
      bank.onSubmit = async () => ({ outcome: "refused", code: "PAYOUT_REJECTED" });
      await send();
    },
    ["1 payout.failed FAILED"],
  ],
  [
    "canceled by the bank",
    async ({ send, bankSays }) => {
      await send();
      await bankSays("CANCELED");
    },
    ["1 payout.failed CANCELED"],
  ],
  [
    "never sent, as its day has passed",
    async ({ send, clock }) => {
      await clock.advance(24 * 3600_000);
      await send();
    },
    ["1 payout.failed FAILED"],
  ],
  [
    "paid and come back before anything was known",
    async ({ send, bankSays }) => {
      await send();
      await bankSays("RETURNED");
    },
    ["1 payout.returned COMPLETED"],
  ],
  [
    "returned late, as the statement says",
    async ({ send, bankSays, statement }) => {
      await send();
      await bankSays("PAID");
      await statement("RETURNED");
      await statement("RETURNED");
    },
    ["1 payout.completed COMPLETED", "2 payout.returned COMPLETED"],
  ],
  [
    "failed, and paid after all",
    async ({ send, bankSays, statement }) => {
      await send();
      await bankSays("FAILED");
      await statement("PAID");
    },
    ["1 payout.failed FAILED"],
  ],
  [
    "failed, then paid, and come back",
    async ({ send, bankSays, statement }) => {
      await send();
      await bankSays("FAILED");
      await statement("PAID");
      await statement("RETURNED");
    },
    ["1 payout.failed FAILED", "2 payout.returned FAILED"],
  ],
  [
    "found paid by an operator",
    async ({ send, bank, resolve }) => {
      bank.onSubmit = async () => ({ outcome: "unknown", reason: "slow" });
      await send();
      valueOf(await resolve(done));
    },
    ["1 payout.completed COMPLETED"],
  ],
  [
    "found to be returned, by an operator",
    async ({ send, bankSays, statement, resolve }) => {
      await send();
      await bankSays("FAILED");
      await statement("PAID");
      valueOf(await resolve(notDone));
    },
    ["1 payout.failed FAILED", "2 payout.returned FAILED"],
  ],
  [
    "treated as returned, found paid by an operator, and returned again",
    async ({ send, bankSays, statement, resolve }) => {
      await send();
      await bankSays("PAID");
      await statement("RETURNED");
      valueOf(await resolve(done));
      await statement("RETURNED");
    },
    ["1 payout.completed COMPLETED", "2 payout.returned COMPLETED", "3 payout.returned COMPLETED"],
  ],
];

test.each(changes)("a payout: %s", async (_name, run, expected) => {
  const payout = await reserved();
  await run(payout);
  expect(payout.events()).toEqual(expected);
  const { error: _, reconciliationRequired: __, lastResultCheckedAt: ___, ...now } = await payout.payout(payout.id);
  if (expected.length > 0) expect(payout.told.at(-1)?.body).toMatchObject(now);
});

test.each(changes)("a payout: %s, and the merchant is not notified", async (_name, run) => {
  for (const options of [{ events: [] }, { events: ["payment.done"] as const }, { contract: false }]) {
    const payout = await reserved(options);
    await run(payout);
    expect(payout.told).toEqual([]);
  }
});

test("the body is the payout as it was looked up then, with its event and number in the id", async () => {
  const payout = await reserved();
  await payout.send();
  await payout.bankSays("PAID");
  const completed = await payout.payout(payout.id);
  await payout.statement("RETURNED");
  const returned = await payout.payout(payout.id);
  const ids = valueOf(await payout.payments.webhooks.deliveries(shop)).items.map(({ id }) => id);
  const [first, second] = [`msg_payout-completed_1_${payout.id}`, `msg_payout-returned_2_${payout.id}`];
  expect(ids).toEqual(expect.arrayContaining([first, second]));
  expect(payout.told.map(({ body }, index) => readWebhookEvent([first, second][index] ?? "", body))).toEqual([
    { event: "payout.completed", sequence: 1, payout: completed },
    { event: "payout.returned", sequence: 2, payout: returned },
  ]);
});
