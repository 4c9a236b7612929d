import { expect, test } from "vitest";

import type { RequestOptions, Result, Store } from "./index.ts";
import { chargeInput, issueInput } from "../test/billing-world.ts";
import { cardEntry, createWorld, sessionInput, shop, valueOf, type World } from "../test/world.ts";

interface Counts {
  reads: number;
  /** Of all reads, where later ones repeat those of the earlier ones. */
  keys: number;
  commits: number;
}

/** A store that counts what it is asked for. */
function counting(counts: Counts) {
  return (store: Store): Store => ({
    ...store,
    read(tenant, request) {
      counts.reads += 1;
      counts.keys += request.keys.length;
      return store.read(tenant, request);
    },
    commit: (changeSet) => ((counts.commits += 1), store.commit(changeSet)),
  });
}

type Prepared = (world: World) => Promise<(options: RequestOptions) => Promise<Result<unknown>>>;

/**
 * What to do, after what; how many reads, keys and commits it takes without an idempotency key. The commit of an outcome
 * reads the merchant too, which may subscribe to it; a confirm has read it before.
 */
const operations: readonly (readonly [name: string, prepared: Prepared, counts: Counts])[] = [
  [
    "create a session",
    async ({ payments }) =>
      (options) =>
        payments.sessions.create(shop, sessionInput, options),
    { reads: 1, keys: 2, commits: 1 },
  ],
  [
    "create a session again",
    async (world) => {
      await world.session();
      return (options) => world.payments.sessions.create(shop, sessionInput, options);
    },
    { reads: 3, keys: 9, commits: 1 },
  ],
  [
    "read a checkout",
    async (world) => {
      const { token } = await world.session();
      return () => world.payments.checkout.read(token);
    },
    { reads: 2, keys: 6, commits: 0 },
  ],
  [
    "authenticate a card",
    async (world) => {
      const { token } = await world.session();
      return () => world.payments.checkout.authenticate(token, cardEntry("kb"));
    },
    { reads: 4, keys: 12, commits: 2 },
  ],
  [
    "confirm",
    async (world) => {
      const confirmation = await world.authenticated();
      return (options) => world.payments.intents.confirm(shop, confirmation, options);
    },
    { reads: 1, keys: 3, commits: 2 },
  ],
  [
    "confirm again",
    async (world) => {
      const { intentKey, orderId, totalAmount } = await world.paid();
      return () => world.payments.intents.confirm(shop, { intentKey, orderId, amount: totalAmount });
    },
    { reads: 2, keys: 7, commits: 0 },
  ],
  [
    "confirm again what was refused",
    async (world) => {
      const confirmation = await world.authenticated({ card: "no-funds" });
      await world.payments.intents.confirm(shop, confirmation);
      return async () => ({ ...(await world.payments.intents.confirm(shop, confirmation)), ok: true, value: null });
    },
    { reads: 1, keys: 3, commits: 0 },
  ],
  [
    "confirm again what had no answer",
    async (world) => {
      const confirmation = await world.authenticated({ card: "answer-lost" });
      await world.payments.intents.confirm(shop, confirmation);
      return () => world.payments.intents.confirm(shop, confirmation);
    },
    { reads: 3, keys: 7, commits: 1 },
  ],
  [
    "confirm again under its key",
    async (world) => {
      const confirmation = await world.authenticated();
      const confirm = () => world.payments.intents.confirm(shop, confirmation, { idempotencyKey: "confirm-1" });
      await confirm();
      return confirm;
    },
    { reads: 1, keys: 4, commits: 0 },
  ],
  [
    "charge two stored cards",
    async ({ payments: { billing } }) => {
      const keys = [await billing.issue(shop, issueInput("kb")), await billing.issue(shop, issueInput("shinhan"))];
      return (options) => billing.charge(shop, chargeInput(keys.map((key) => valueOf(key).billkey)), options);
    },
    { reads: 3, keys: 9, commits: 4 },
  ],
  [
    "issue a billing key",
    async ({ payments }) =>
      (options) =>
        payments.billing.issue(shop, issueInput("kb"), options),
    { reads: 2, keys: 2, commits: 2 },
  ],
  [
    "cancel a charge",
    async ({ payments: { billing, intents } }) => {
      const { billkey } = valueOf(await billing.issue(shop, issueInput("kb")));
      const { intentKey } = valueOf(await billing.charge(shop, chargeInput([billkey])));
      return (options) => intents.cancel(shop, { intentKey }, { cancelReason: "x" }, options);
    },
    { reads: 2, keys: 5, commits: 2 },
  ],
  [
    "look up by key",
    async (world) => {
      const { intentKey } = await world.paid();
      return () => world.payments.intents.lookUp(shop, { intentKey });
    },
    { reads: 1, keys: 2, commits: 0 },
  ],
  [
    "look up by order",
    async (world) => {
      const { orderId } = await world.paid();
      return () => world.payments.intents.lookUp(shop, { orderId });
    },
    { reads: 2, keys: 4, commits: 0 },
  ],
  [
    "cancel by key",
    async (world) => {
      const { intentKey } = await world.paid();
      return (options) => world.payments.intents.cancel(shop, { intentKey }, { cancelReason: "x" }, options);
    },
    { reads: 3, keys: 7, commits: 2 },
  ],
  [
    "cancel by order",
    async (world) => {
      const { orderId } = await world.paid();
      return (options) => world.payments.intents.cancel(shop, { orderId }, { cancelReason: "x" }, options);
    },
    { reads: 4, keys: 10, commits: 2 },
  ],
  [
    "cancel again under its key",
    async (world) => {
      const { intentKey } = await world.paid();
      const options = { idempotencyKey: "cancel-1" };
      const cancel = () => world.payments.intents.cancel(shop, { intentKey }, { cancelReason: "x" }, options);
      await cancel();
      return cancel;
    },
    { reads: 2, keys: 5, commits: 0 },
  ],
  [
    "cancel again what had no answer",
    async (world) => {
      const { intentKey } = await world.paid({ card: "refund-answer-lost" });
      const options = { idempotencyKey: "cancel-1" };
      const cancel = () => world.payments.intents.cancel(shop, { intentKey }, { cancelReason: "x" }, options);
      await cancel();
      return cancel;
    },
    { reads: 5, keys: 11, commits: 1 },
  ],
];

test.each(operations)(
  "%s: as many reads, keys and commits as it needs, and no more",
  async (_name, prepared, expected) => {
    const counts = { reads: 0, keys: 0, commits: 0 };
    const world = await createWorld({ store: counting(counts) });
    const run = await prepared(world);
    // The calendar is read every few seconds, whatever is asked.
    await world.payments.calendar.closedDays();
    Object.assign(counts, { reads: 0, keys: 0, commits: 0 });
    valueOf(await run({}));
    expect(counts).toEqual(expected);
  },
);

test.each(operations)(
  "%s: an idempotency key costs no read and no commit",
  async (_name, prepared, { reads, commits }) => {
    const counts = { reads: 0, keys: 0, commits: 0 };
    const world = await createWorld({ store: counting(counts) });
    const run = await prepared(world);
    await world.payments.calendar.closedDays();
    Object.assign(counts, { reads: 0, keys: 0, commits: 0 });
    valueOf(await run({ idempotencyKey: "k" }));
    expect(counts).toMatchObject({ reads, commits });
  },
);
