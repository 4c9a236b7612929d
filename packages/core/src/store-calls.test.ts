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

/** What to do, after what; how many reads and commits it takes, without and with an idempotency key. */
const operations: readonly (readonly [name: string, prepared: Prepared, reads: number, commits: number])[] = [
  [
    "create a session",
    async ({ payments }) =>
      (options) =>
        payments.sessions.create(shop, sessionInput, options),
    2,
    1,
  ],
  [
    "create a session again",
    async (world) => {
      await world.session();
      return (options) => world.payments.sessions.create(shop, sessionInput, options);
    },
    3,
    1,
  ],
  [
    "read a checkout",
    async (world) => {
      const { token } = await world.session();
      return () => world.payments.checkout.read(token);
    },
    2,
    0,
  ],
  [
    "authenticate a card",
    async (world) => {
      const { token } = await world.session();
      return () => world.payments.checkout.authenticate(token, cardEntry("kb"));
    },
    4,
    2,
  ],
  [
    "confirm",
    async (world) => {
      const confirmation = await world.authenticated();
      return (options) => world.payments.intents.confirm(shop, confirmation, options);
    },
    1,
    2,
  ],
  [
    "confirm again",
    async (world) => {
      const { intentKey, orderId, totalAmount } = await world.paid();
      return () => world.payments.intents.confirm(shop, { intentKey, orderId, amount: totalAmount });
    },
    2,
    0,
  ],
  [
    "confirm again what was refused",
    async (world) => {
      const confirmation = await world.authenticated({ card: "no-funds" });
      await world.payments.intents.confirm(shop, confirmation);
      return async () => ({ ...(await world.payments.intents.confirm(shop, confirmation)), ok: true, value: null });
    },
    1,
    0,
  ],
  [
    "confirm again what had no answer",
    async (world) => {
      const confirmation = await world.authenticated({ card: "answer-lost" });
      await world.payments.intents.confirm(shop, confirmation);
      return () => world.payments.intents.confirm(shop, confirmation);
    },
    3,
    1,
  ],
  [
    "charge two stored cards",
    async ({ payments: { billing } }) => {
      const keys = [await billing.issue(shop, issueInput("kb")), await billing.issue(shop, issueInput("shinhan"))];
      return (options) => billing.charge(shop, chargeInput(keys.map((key) => valueOf(key).billkey)), options);
    },
    2,
    3,
  ],
  [
    "look up by key",
    async (world) => {
      const { intentKey } = await world.paid();
      return () => world.payments.intents.lookUp(shop, { intentKey });
    },
    1,
    0,
  ],
  [
    "look up by order",
    async (world) => {
      const { orderId } = await world.paid();
      return () => world.payments.intents.lookUp(shop, { orderId });
    },
    2,
    0,
  ],
  [
    "cancel by key",
    async (world) => {
      const { intentKey } = await world.paid();
      return (options) => world.payments.intents.cancel(shop, { intentKey }, { cancelReason: "x" }, options);
    },
    3,
    2,
  ],
  [
    "cancel by order",
    async (world) => {
      const { orderId } = await world.paid();
      return (options) => world.payments.intents.cancel(shop, { orderId }, { cancelReason: "x" }, options);
    },
    4,
    2,
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
    4,
    1,
  ],
];

const rows = operations.flatMap(([name, prepared, reads, commits]) =>
  ["without a key", "with a key"].map((key) => [name, key, prepared, reads, commits] as const),
);

test.each(rows)(
  "%s, %s: as many reads and commits as it needs, and no more",
  async (_name, key, prepared, reads, commits) => {
    const counts = { reads: 0, commits: 0 };
    const world = await createWorld({ store: counting(counts) });
    const run = await prepared(world);
    // The calendar is read every few seconds, by nobody in particular.
    await world.payments.calendar.closedDays();
    Object.assign(counts, { reads: 0, commits: 0 });
    valueOf(await run(key === "with a key" ? { idempotencyKey: "k" } : {}));
    expect(counts).toEqual({ reads, commits });
  },
);
