import { expect, test } from "vitest";
import { z } from "zod";

import { testCards } from "../src/index.ts";
import { withKillableService, type KillableService } from "./killable-service.ts";

const timeout = 20 * 60_000;
const customerId = "kill-test-subscriber";

/** `npm run test:long` kills at every step, `npm test` at every second one. */
const isLong = process.env["TESTS"] === "long";

function some<Step>(steps: readonly Step[]): readonly Step[] {
  return steps.filter((_, index) => isLong || index % 2 === 0);
}

/** Sends a request that the service shall not live to answer, and starts it again. */
async function killed(service: KillableService, at: string, request: () => Promise<unknown>): Promise<void> {
  await service.dieAt(at);
  const answer = await request().catch(() => undefined);
  expect([at, answer]).toEqual([at, undefined]);
  await service.dead();
  await service.start();
}

/** Stores a test card; the same name is the same request. */
function issue(service: KillableService, name: string, card = "kb"): Promise<unknown> {
  const { number } = testCards.find((each) => each.name === card) ?? {};
  const owner = { ownerName: "김구매", registNo: "900101", ownerPhoneNumber: "01012345678" };
  const entry = { number, expriationYY: "39", expriationMM: "12", cvc: "123", passwordFront2: "12", ...owner };
  return service.call("/px/billing/billkeys/issue", `issue ${name}`, { customerId, ...entry });
}

const issuedSchema = z.object({ billkey: z.string() });
const billkeyOf = (answer: unknown) => issuedSchema.parse(answer).billkey;

/** The states of all tokens at the gateway, sorted. */
const tokens = async (service: KillableService) => (await service.books()).tokens.toSorted();

test.concurrent(
  "killed while a card is stored: there is a key with its token, or neither",
  () =>
    withKillableService("server", async (service) => {
      const rest: string[] = [];
      for (const [at, answered, token] of some([
        ["before token-issue OPEN", true, "ISSUED"],
        ["after token-issue OPEN", false, undefined],
        ["after issueToken", false, "RELEASED"],
        ["before token-issue DONE", false, "RELEASED"],
        ["after token-issue DONE", true, "ISSUED"],
      ] as const)) {
        await killed(service, at, () => issue(service, at));
        // Idle: the killed process's attempts have settled.
        await service.books();
        const again = await issue(service, at);
        if (!answered)
          expect([at, again]).toEqual([at, expect.objectContaining({ code: "FAILED_BILL_KEY_AUTH_CREATION" })]);
        else expect(billkeyOf(again)).toHaveLength(billkeyOf(await issue(service, at)).length);
        if (token !== undefined) rest.push(token);
        expect([at, await tokens(service)]).toEqual([at, rest.toSorted()]);
      }
    }),
  timeout,
);

interface Kill {
  readonly at: string;
  readonly second: "kb" | "no-funds";
  /** The payment's status after the restart. */
  readonly leaves: string | undefined;
}

const kills: readonly Kill[] = [
  { at: "before approval OPEN", second: "kb", leaves: undefined },
  { at: "after approval OPEN", second: "kb", leaves: "ABORTED" },
  { at: "after approve", second: "kb", leaves: "ABORTED" },
  { at: "after approval DONE", second: "kb", leaves: "ABORTED" },
  { at: "after approve 2", second: "kb", leaves: "DONE" },
  { at: "after approve 2", second: "no-funds", leaves: "ABORTED" },
  { at: "after reversal OPEN", second: "no-funds", leaves: "ABORTED" },
  { at: "after reverse", second: "no-funds", leaves: "ABORTED" },
];

test.concurrent(
  "killed while two cards are charged: both stand, or none, and the order can be charged again",
  () =>
    withKillableService("server", async (service) => {
      const first = billkeyOf(await issue(service, "first"));
      const others = { kb: billkeyOf(await issue(service, "second")), "no-funds": "" };
      others["no-funds"] = billkeyOf(await issue(service, "no-funds", "no-funds"));
      let held = 0;
      for (const [index, { at, second, leaves }] of some(kills).entries()) {
        const orderId = `kill-billing-${String(index).padStart(4, "0")}`;
        const order = { orderId, card: "kb" };
        const charge = (key: string, billing: string) => {
          const instruments = [
            { billing: first, amount: 6_000 },
            { billing, amount: 4_000 },
          ];
          const body = { customerId, orderId, orderName: "Tea", totalAmount: 10_000, instruments };
          return service.call("/px/billing", `${key} ${orderId}`, body);
        };
        await killed(service, at, () => charge("first try", others[second]));
        const books = async () => {
          const { waiting, held: sum, balances } = await service.books();
          return {
            at,
            status: (await service.payment(order))?.status,
            waiting,
            held: sum,
            booked: balances.receivable,
          };
        };
        const before = leaves === "DONE" ? held + 10_000 : held;
        expect(await books()).toEqual({ at, status: leaves, waiting: 0, held: before, booked: before });
        await charge("second try", others.kb);
        held += 10_000;
        expect(await books()).toEqual({ at, status: "DONE", waiting: 0, held, booked: held });
      }
    }),
  timeout,
);

test.concurrent(
  "killed while a payment by two cards is canceled, and while its keys are deleted",
  () =>
    withKillableService("server", async (service) => {
      const keys = [billkeyOf(await issue(service, "first")), billkeyOf(await issue(service, "second"))];
      // Whether the first card's cancellation was sent is not known at first, so it ends; the second one's was not.
      for (const [index, [at, status, canceledAmount]] of some([
        ["after cancellation OPEN", "PARTIAL_CANCELED", 5_000],
        ["after cancel", "CANCELED", 10_000],
        ["after cancellation DONE", "CANCELED", 10_000],
      ] as const).entries()) {
        const order = { orderId: `kill-billing-cancel-${index}`, card: "kb" };
        const instruments = keys.map((billing) => ({ billing, amount: 5_000 }));
        const charge = { customerId, orderName: "Tea", totalAmount: 10_000, instruments, orderId: order.orderId };
        await service.call("/px/billing", `charge ${index}`, charge);
        const reason = { cancelReason: "kill test" };
        await killed(service, at, () =>
          service.call(`/px/intents/orders/${order.orderId}/cancel`, `cancel ${index}`, reason),
        );
        const { held, balances, waiting } = await service.books();
        expect([at, held, balances.receivable, waiting]).toEqual([at, 5_000, 5_000, 0]);
        expect(await service.payment(order)).toMatchObject({ status, cancel: { canceledAmount } });
      }
      const [first = "", second = ""] = keys;
      await killed(service, "after token-release OPEN", () => service.deleteKey(first));
      // Once idle, the first one's token has been released.
      expect(await tokens(service)).toEqual(["ISSUED", "RELEASED"]);
      await service.dieAt("after releaseToken");
      expect([await service.deleteKey(first), await service.deleteKey(second)]).toEqual([404, 200]);
      await service.dieOverTime();
      await service.start();
      expect(await tokens(service)).toEqual(["RELEASED", "RELEASED"]);
      expect([await service.deleteKey(first), await service.deleteKey(second)]).toEqual([404, 404]);
    }),
  timeout,
);
