import { expect, test } from "vitest";
import { z } from "zod";

import { testCards } from "../src/index.ts";
import { expectWhole, withKillableService, type KillableService, type Order } from "./killable-service.ts";

// A gateway without tombstones carries out a killed process's call when no process waits for it any more: the restarted
// service knows only what was committed.

const timeout = 10 * 60_000;

/** The service's calls time out after a minute; the gateway settles within two more. */
const afterDeadlineMs = 60_000 + 8_000;

const order: Order = { orderId: "late-effect-00000001", card: "kb" };

async function authenticated(service: KillableService): Promise<unknown> {
  return service.authenticate(order, await service.openSession(order));
}

/** Lets time pass until everything has settled and every call in flight has arrived. */
async function passUntilArrived(service: KillableService): Promise<void> {
  await service.books();
  service.pass(2 * afterDeadlineMs);
}

/** Has the service kill itself after a call that the gateway gets late, and starts it again. */
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
      await passUntilArrived(service);
      expect(await expectWhole(service, [order], 0)).toEqual(["DONE"]);
    }),
  timeout,
);

test.concurrent(
  "a cancellation that takes effect 8 s after its deadline refunds once",
  () =>
    withKillableService("server", async (service) => {
      await service.confirm(order, await authenticated(service));
      await killedAt(service, "after cancel", () => service.cancel(order));
      await passUntilArrived(service);
      expect(await expectWhole(service, [order], 0)).toEqual(["PARTIAL_CANCELED"]);
      await service.cancel(order);
      expect(await expectWhole(service, [order], 0)).toEqual(["PARTIAL_CANCELED"]);
    }),
  timeout,
);

test.concurrent(
  "a reversal that takes effect late undoes the approval once",
  () =>
    withKillableService("server", async (service) => {
      const lost = { ...order, card: "arrives-late" };
      const session = await service.authenticate(lost, await service.openSession(lost));
      // The gateway finds nothing, so the approval is reversed; by then it has taken effect.
      await service.dieAt("after reverse", { lateMs: afterDeadlineMs, gatewayFindsNothing: true });
      await service.confirm(lost, session).catch(() => undefined);
      await service.dieOverTime();
      await service.start();
      await passUntilArrived(service);
      expect(await expectWhole(service, [lost], 0)).toEqual(["ABORTED"]);
    }),
  timeout,
);

test.concurrent(
  "a card that was stored for a killed service is released",
  () =>
    withKillableService(
      "server",
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

const customerId = "late-effect-subscriber";

/** A stored card's key, once it is issued. */
function issue(service: KillableService, name: string): Promise<unknown> {
  const { number } = testCards.find((each) => each.name === "kb") ?? {};
  const owner = { ownerName: "김구매", registNo: "900101", ownerPhoneNumber: "01012345678" };
  const entry = { number, expriationYY: "39", expriationMM: "12", cvc: "123", passwordFront2: "12", ...owner };
  return service.call("/px/billing/billkeys/issue", `issue ${name}`, { customerId, ...entry });
}

test.concurrent(
  "a billing key's card that was stored late, for a killed service, is released",
  () =>
    withKillableService("server", async (service) => {
      await killedAt(service, "after issueToken", () => issue(service, "late"));
      await passUntilArrived(service);
      expect((await service.books()).tokens).toEqual(["RELEASED"]);
    }),
  timeout,
);

/** Charges two stored cards, 5,000 won each. */
async function chargeTwo(service: KillableService, billkeys: readonly unknown[]): Promise<unknown> {
  const keys = billkeys.map((answer) => z.object({ billkey: z.string() }).parse(answer).billkey);
  const instruments = keys.map((billing) => ({ billing, amount: 5_000 }));
  const { orderId } = order;
  const body = { customerId, orderId, orderName: "Tea", totalAmount: 10_000, instruments };
  return service.call("/px/billing", "charge", body);
}

async function twoCards(service: KillableService): Promise<readonly unknown[]> {
  return [await issue(service, "first"), await issue(service, "second")];
}

test.concurrent.each([
  ["after approve", "ABORTED", ["REVERSED"]],
  ["after approve 2", "DONE", ["APPROVED", "APPROVED"]],
] as const)(
  "of a charge of two cards, the approval that takes effect late is part of the payment, or is reversed: %s",
  (at, status, states) =>
    withKillableService("server", async (service) => {
      const keys = await twoCards(service);
      await killedAt(service, at, () => chargeTwo(service, keys));
      await passUntilArrived(service);
      const { held, balances, waiting, records } = await service.books();
      const booked = status === "DONE" ? 10_000 : 0;
      expect([held, balances.receivable, waiting]).toEqual([booked, booked, 0]);
      expect((await service.payment(order))?.status).toBe(status);
      expect(records.map(({ state }) => state)).toEqual(states);
    }),
  timeout,
);

test.concurrent(
  "of a payment by two cards that is canceled, the cancellation that takes effect late refunds once",
  () =>
    withKillableService("server", async (service) => {
      await chargeTwo(service, await twoCards(service));
      const cancel = (name: string) =>
        service.call(`/px/intents/orders/${order.orderId}/cancel`, name, { cancelReason: "late effects" });
      await killedAt(service, "after cancel", () => cancel("first try"));
      await passUntilArrived(service);
      await cancel("second try");
      const { held, balances, records } = await service.books();
      expect([held, balances.receivable]).toEqual([0, 0]);
      expect(records.map(({ canceledAmount }) => canceledAmount)).toEqual([5_000, 5_000]);
    }),
  timeout,
);
