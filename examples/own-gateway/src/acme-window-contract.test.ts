import { fakeClock, gatewayContract, type BreakableCall, type GatewayFixture, type Oddity } from "@wonflow/testkit";
import { openAcmePay, type AcmePay, type Choice, type PayPath } from "../test/acme-pay.ts";
import { acmeWindow } from "./acme-window.ts";

/** The calls of this gateway, by their paths at the provider. */
const pathOf: Readonly<Partial<Record<BreakableCall, PayPath>>> = {
  begin: "open",
  lookUpAuthentication: "order",
  approve: "charge",
  cancel: "refund",
  reverse: "undo",
  lookUpApproval: "order",
  lookUpCancellation: "order",
};

/** What the provider's answer to a call shows of an order. */
const shows: Readonly<Partial<Record<BreakableCall, readonly Oddity[]>>> = {
  lookUpAuthentication: ["other-order", "other-amount"],
  approve: ["other-order", "other-amount"],
  cancel: ["other-amount"],
  lookUpApproval: ["other-order", "other-amount"],
};

function fixtureOf(acme: AcmePay, clock: ReturnType<typeof fakeClock>): GatewayFixture {
  const { url, secretOf, notificationSecret } = acme;
  const shopOf = (id: string) => ({ id, secret: secretOf(id) });
  const gateway = acmeWindow({ url, now: clock.now, sandbox: true, shopOf, notificationSecret });
  const choose = (windowUrl: string, choice: Choice) =>
    Object.fromEntries(new URL(acme.choose(windowUrl, choice)).searchParams);
  return {
    gateway,
    tenants: ["1:test", "2:test"],
    newKey: () => crypto.randomUUID(),
    now: clock.now,
    deadline: () => clock.now() + 10_000,
    advance: (ms) => clock.advance(ms),
    window: {
      method: "KAKAOPAY",
      names: { key: "orderId", amount: "amount", reference: "payId" },
      withoutProvider: ["finish"],
      authenticate: async ({ open }, { installmentPlanMonths, isRefusedLater }) =>
        installmentPlanMonths > 0 ? undefined : choose(open.url, isRefusedLater ? "poor" : "authenticate"),
      cancel: async ({ open }) => choose(open.url, "close"),
      fail: async ({ open }, reportedBy) => choose(open.url, reportedBy === "provider" ? "limit" : "close"),
      async notify({ open }) {
        const { signature, body } = acme.notificationOf(open.url);
        return { headers: { "x-signature": signature }, body };
      },
    },
    breakNext: (call, fault) => acme.breakNext(pathOf[call] ?? "order", fault),
    oddNext(call, oddity) {
      const path = pathOf[call];
      const isShown = (oddity !== "other-order" && oddity !== "other-amount") || shows[call]?.includes(oddity) === true;
      if (path === undefined || !isShown) return false;
      acme.breakNext(path, oddity);
      return true;
    },
    repeatsCalls: true,
    latestEffectMs: 0,
    refundByHand: async (tenant, _approvalKey, amount, authentication) =>
      acme.refundByHand(tenant, authentication?.key ?? "", amount),
    async book(tenant, _approvalKey, authentication) {
      const order = acme.orders().find(({ shop, orderId }) => shop === tenant && orderId === authentication?.key);
      if (order === undefined) return undefined;
      const { amount, balance: held, taxFree: taxFreeAmount, refunds } = order;
      const cancellations = refunds.map(({ amount: refund, taxFree: free, reason }) => ({
        amount: refund,
        taxFreeAmount: free,
        reason,
      }));
      return { amount, held, taxFreeAmount, installmentPlanMonths: 0, cancellations };
    },
    close: () => acme.close(),
  };
}

gatewayContract("a gateway with only a window", async () => {
  const clock = fakeClock(Date.parse("2026-11-20T10:00:00+09:00"));
  return fixtureOf(await openAcmePay(clock.now), clock);
});
