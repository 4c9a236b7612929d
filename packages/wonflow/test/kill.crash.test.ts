import { expect, test } from "vitest";
import { z } from "zod";

import { payUntilKilled } from "./buyers-until-killed.ts";
import { expectWhole, heldOf, withKillableService, type KillableService, type Order } from "./killable-service.ts";

/**
 * `npm run test:long` kills at every step on each store, and more often at a random time; `npm test` at every third step on
 * the server, and at every fifth on the embedded store, which takes longer to start.
 */
const isLong = process.env["TESTS"] === "long";

/** How often a service under load is killed at a random time, on each store. */
const rounds = Number(process.env["KILL_ROUNDS"] ?? (isLong ? 5 : 1));

const timeout = 20 * 60_000;
const stores = ["embedded", "server"] as const;

/** What is answered where the outcome is not known yet. */
const unknownSchema = z.object({ code: z.literal("UNKNOWN_PAYMENT_ERROR") });

interface Kill {
  readonly during: "open" | "authenticate" | "confirm" | "cancel" | "net-cancel";
  readonly at: string;
  /** The payment's status after the restart, and after the request has been sent again. */
  readonly leaves: string | undefined;
  readonly ends: string;
}

/**
 * Every step at which a process can die with something done and not yet known of. Each is killed once, as it is the
 * same moment every time.
 */
const allKills: readonly Kill[] = [
  { during: "open", at: "before intent READY", leaves: undefined, ends: "READY" },
  { during: "open", at: "after intent READY", leaves: "READY", ends: "READY" },
  // The try is counted, the card is being checked, the payment may be confirmed.
  { during: "authenticate", at: "before session OPEN", leaves: "READY", ends: "IN_PROGRESS" },
  { during: "authenticate", at: "after session OPEN", leaves: "READY", ends: "IN_PROGRESS" },
  { during: "authenticate", at: "after authenticate", leaves: "READY", ends: "IN_PROGRESS" },
  { during: "authenticate", at: "before session AUTHENTICATED", leaves: "READY", ends: "IN_PROGRESS" },
  { during: "authenticate", at: "after session AUTHENTICATED", leaves: "IN_PROGRESS", ends: "IN_PROGRESS" },
  // Before the call nothing was charged, so it is undone; after it the approval is taken over.
  { during: "confirm", at: "before approval OPEN", leaves: "IN_PROGRESS", ends: "DONE" },
  { during: "confirm", at: "after approval OPEN", leaves: "ABORTED", ends: "ABORTED" },
  { during: "confirm", at: "after approve", leaves: "DONE", ends: "DONE" },
  { during: "confirm", at: "before approval DONE", leaves: "DONE", ends: "DONE" },
  { during: "confirm", at: "after approval DONE", leaves: "DONE", ends: "DONE" },
  { during: "cancel", at: "before cancellation OPEN", leaves: "DONE", ends: "PARTIAL_CANCELED" },
  // Nothing was refunded before the call, and whether it was sent is unknown: it ends, and is never sent again.
  { during: "cancel", at: "after cancellation OPEN", leaves: "DONE", ends: "DONE" },
  { during: "cancel", at: "after cancel", leaves: "PARTIAL_CANCELED", ends: "PARTIAL_CANCELED" },
  { during: "cancel", at: "before cancellation DONE", leaves: "PARTIAL_CANCELED", ends: "PARTIAL_CANCELED" },
  { during: "cancel", at: "after cancellation DONE", leaves: "PARTIAL_CANCELED", ends: "PARTIAL_CANCELED" },
  // An approval that the gateway has is reversed, as a look-up did not find it. One finds it after the restart,
  // unless by then its reversal decides.
  { during: "net-cancel", at: "before reversal OPEN", leaves: "DONE", ends: "DONE" },
  { during: "net-cancel", at: "after reversal OPEN", leaves: "ABORTED", ends: "ABORTED" },
  { during: "net-cancel", at: "after reverse", leaves: "ABORTED", ends: "ABORTED" },
  { during: "net-cancel", at: "before reversal DONE", leaves: "ABORTED", ends: "ABORTED" },
  { during: "net-cancel", at: "after reversal DONE", leaves: "ABORTED", ends: "ABORTED" },
];

/** Brings a payment to where it is killed, and answers the request that the service shall not live to answer. */
async function leadUp(service: KillableService, { during }: Kill, order: Order): Promise<() => Promise<unknown>> {
  if (during === "open") return () => service.openSession(order);
  const session = await service.openSession(order);
  if (during === "authenticate") return () => service.authenticate(order, session);
  const authenticated = await service.authenticate(order, session);
  if (during !== "cancel") return () => service.confirm(order, authenticated);
  await service.confirm(order, authenticated);
  return () => service.cancel(order);
}

/** A net-cancel begins when its request has been answered: with the outcome not known. Others are not answered. */
async function killedDuring(service: KillableService, { at, during }: Kill, request: () => Promise<unknown>) {
  const isLater = during === "net-cancel";
  await service.dieAt(at, { gatewayFindsNothing: isLater });
  const answer = await request().catch(() => undefined);
  if (answer !== undefined) unknownSchema.parse(answer);
  expect([at, answer !== undefined]).toEqual([at, isLater]);
  await (isLater ? service.dieOverTime() : service.dead());
  await service.start();
}

test.concurrent.each(stores)(
  "killed at every step, %s store: everything is done exactly once or undone, also when it is asked for again",
  async (store) => {
    const isTaken = (index: number) => (store === "server" ? index % 3 === 0 : index % 5 === 3);
    const kills = allKills.filter((_, index) => isLong || isTaken(index));
    await withKillableService(store, async (service) => {
      const orders: Order[] = [];
      const ends = kills.map((kill) => kill.ends);
      for (const [index, kill] of kills.entries()) {
        const card = kill.during === "net-cancel" ? "answer-lost" : "kb";
        const order = { orderId: `kill-${store}-${String(index).padStart(8, "0")}`, card };
        orders.push(order);
        const request = await leadUp(service, kill, order);
        await killedDuring(service, kill, request);
        const heldBefore = heldOf(ends.slice(0, index));
        expect([kill, await expectWhole(service, [order], heldBefore)]).toEqual([kill, [kill.leaves]]);
        await request();
        expect([kill, await expectWhole(service, [order], heldBefore)]).toEqual([kill, [kill.ends]]);
      }
      // No later kill has changed how an order had come to its end.
      expect(await expectWhole(service, orders, 0)).toEqual(ends);
    });
  },
  timeout,
);

test.concurrent.each(stores)(
  "killed at any time under load, %s store: returned outcomes are final, the rest is done exactly once or undone",
  async (store) => {
    await withKillableService(store, async (service) => {
      const orders: Order[] = [];
      const statuses: (string | undefined)[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const stories = await payUntilKilled(service, `load-${store}-${round}`);
        await service.start();
        const found = await expectWhole(service, stories, heldOf(statuses));
        orders.push(...stories);
        statuses.push(...found);
        for (const [index, story] of stories.entries()) {
          const status = found[index];
          expect({ ...story, status: story.mayBe.includes(status) ? "fits" : status }).toEqual({
            ...story,
            status: "fits",
          });
          if (story.told?.status === status) expect(await service.payment(story)).toEqual(story.told);
        }
        // Killed in the middle of work: not every request was answered.
        expect(stories.filter(({ cutOff }) => cutOff).length).toBeGreaterThan(0);
      }
      // Were nothing alive when it is killed, no payment would have come to anything.
      expect(statuses).toEqual(expect.arrayContaining(["DONE", "PARTIAL_CANCELED"]));
      expect(new Set(statuses).size).toBeGreaterThan(2);
      // No later kill has changed how an order had come to its end.
      expect(await expectWhole(service, orders, 0)).toEqual(statuses);
    });
  },
  timeout,
);

test("the check is able to fail: a store that loses commits leaves money at the gateway that no record knows", async () => {
  await withKillableService("memory", async (service) => {
    const order = { orderId: "kill-control-00000001", card: "kb" };
    const kill = { during: "confirm", at: "after approve", leaves: undefined, ends: "" } as const;
    await killedDuring(service, kill, await leadUp(service, kill, order));
    await expect(expectWhole(service, [order], 0)).rejects.toThrow(/held/);
    expect(await service.books()).toMatchObject({ held: 10_000, balances: { receivable: 0 } });
  });
});
