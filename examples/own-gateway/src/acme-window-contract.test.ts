import { fakeClock, gatewayContract, type GatewayFixture } from "@wonflow/testkit";
import { openAcmePay, type AcmePay, type Choice } from "../test/acme-pay.ts";
import { acmeWindow } from "./acme-window.ts";

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
        installmentPlanMonths > 0 || isRefusedLater ? undefined : choose(open.url, "authenticate"),
      cancel: async ({ open }) => choose(open.url, "close"),
      fail: async ({ open }, reportedBy) => choose(open.url, reportedBy === "provider" ? "limit" : "close"),
      async notify({ open }) {
        const { signature, body } = acme.notificationOf(open.url);
        return { headers: { "x-signature": signature }, body };
      },
    },
    async book(_tenant, _approvalKey, authentication) {
      const order = acme.orders().find(({ orderId }) => orderId === authentication?.key);
      if (order === undefined) return undefined;
      const { amount, balance: held, taxFree: taxFreeAmount, refunds } = order;
      const cancellations = refunds.map((refund) => ({ amount: refund.amount }));
      return { amount, held, taxFreeAmount, installmentPlanMonths: 0, cancellations };
    },
    close: () => acme.close(),
  };
}

gatewayContract("a gateway with only a window", async () => {
  const clock = fakeClock(Date.parse("2026-11-20T10:00:00+09:00"));
  return fixtureOf(await openAcmePay(clock.now), clock);
});
