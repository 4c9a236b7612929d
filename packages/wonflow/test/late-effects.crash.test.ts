import { expect, test } from "vitest";

import { expectWhole, withKillableService, type KillableService, type Order } from "./killable-service.ts";

// A gateway without tombstones gets a call whose sender was killed, and carries it out when nobody waits any more: the
// service that is started again knows nothing but what was committed.

const timeout = 10 * 60_000;

/** The calls of the service are given up after a minute; the network settles within two more. */
const afterDeadlineMs = 60_000 + 8_000;

const order: Order = { orderId: "late-effect-00000001", card: "kb" };

async function authenticated(service: KillableService): Promise<unknown> {
  return service.authenticate(order, await service.openSession(order));
}

/** Has the service kill itself after a call that the network gets late, and starts it again. */
async function killedAt(service: KillableService, at: string, request: () => Promise<unknown>): Promise<void> {
  await service.dieAt(at, { lateMs: afterDeadlineMs });
  await expect(request()).rejects.toThrow();
  await service.dead();
  await service.start();
}

test.concurrent.each(["embedded", "server"] as const)(
  "an approval that takes effect 8 s after its time was over is found, %s store: the payment is made",
  (store) =>
    withKillableService(store, async (service) => {
      const session = await authenticated(service);
      await killedAt(service, "after approve", () => service.confirm(order, session));
      expect(await expectWhole(service, [order], 0)).toEqual(["DONE"]);
    }),
  timeout,
);

test.concurrent(
  "a cancellation that takes effect 8 s after its time was over gives back once",
  () =>
    withKillableService("server", async (service) => {
      await service.confirm(order, await authenticated(service));
      await killedAt(service, "after cancel", () => service.cancel(order));
      expect(await expectWhole(service, [order], 0)).toEqual(["PARTIAL_CANCELED"]);
      await service.cancel(order);
      expect(await expectWhole(service, [order], 0)).toEqual(["PARTIAL_CANCELED"]);
    }),
  timeout,
);

test.concurrent(
  "a reversal that takes effect late undoes the approval once",
  () =>
    withKillableService("embedded", async (service) => {
      const lost = { ...order, card: "arrives-late" };
      const session = await service.authenticate(lost, await service.openSession(lost));
      // The network finds nothing, so the approval is reversed; it stands by then.
      await service.dieAt("after reverse", { lateMs: afterDeadlineMs, networkForgets: true });
      await service.confirm(lost, session).catch(() => undefined);
      await service.dieOverTime();
      await service.start();
      expect(await expectWhole(service, [lost], 0)).toEqual(["ABORTED"]);
    }),
  timeout,
);

test.concurrent(
  "a card that was stored for a service that was killed is given back",
  () =>
    withKillableService(
      "embedded",
      async (service) => {
        const session = await service.openSession(order);
        await service.dieAt("after authenticate");
        await expect(service.authenticate(order, session)).rejects.toThrow();
        await service.dead();
        await service.start();
        expect((await service.books()).tokens).toEqual(["RELEASED"]);
      },
      "stores-cards",
    ),
  timeout,
);
