import { expect, onTestFinished, test } from "vitest";
import { openGateway, secretOf } from "../test/gateway.ts";
import { cardNumbers } from "../test/shop.ts";
import { gatewayCardNetwork, type GatewayAccount } from "./gateway-card-network.ts";

const tenant = "1:test";
const details = { expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "00" };

async function opened({ at = "2026-11-25T14:00:00+09:00", ...change }: Partial<GatewayAccount> & { at?: string } = {}) {
  const gateway = await openGateway(at);
  onTestFinished(() => gateway.close());
  const { url, now } = gateway;
  const right: GatewayAccount = { url, now, sandbox: true, shopOf: (id) => ({ id, secret: secretOf(id) }) };
  const network = gatewayCardNetwork(right);
  const call = { tenant, askedAt: now(), credentials: null, deadline: now() + 1_000 } as const;
  const card = { number: cardNumbers.good, ...details };
  const stored = await network.authenticate({ ...call, key: "card.1", card });
  const cardToken = stored.outcome === "done" ? stored.value.token : "";
  const payment = { cardToken, amount: 10_000, taxFreeAmount: 0, installmentPlanMonths: 0, orderName: "Tea" };
  const asked = gatewayCardNetwork({ ...right, ...change, url: change.url === undefined ? url : url + change.url });
  return {
    gateway,
    approve: () => asked.approve({ ...call, key: "approval.1", ...payment }),
    lookUp: () =>
      asked.lookUpApproval({ ...call, key: "approval.1", reference: null, deadline: gateway.now() + 1_000 }),
  };
}

test.each(["html", "other-shape"] as const)(
  "%s says nothing about an approval, which is found later",
  async (fault) => {
    const { gateway, approve, lookUp } = await opened();
    gateway.breakNext("pay", fault);
    expect(await approve()).toMatchObject({ outcome: "unknown" });
    gateway.breakNext("find", fault);
    expect(await lookUp()).toMatchObject({ outcome: "unknown" });
    expect(await lookUp()).toMatchObject({ outcome: "done", value: { key: "approval.1", amount: 10_000 } });
  },
);

test("a code that is not in the table is unknown, with the gateway's words", async () => {
  const { approve, lookUp } = await opened({ url: "v2/" });
  for (const answer of [await approve(), await lookUp()]) {
    expect(answer).toMatchObject({ outcome: "unknown", provider: { code: "X404" } });
  }
});

test("rejected credentials refuse an approval by their own code, and tell nothing about one", async () => {
  const { approve, lookUp } = await opened({ shopOf: (id) => ({ id, secret: "of yesterday" }) });
  const provider = { code: "S401", message: "인증 실패" };
  expect(await approve()).toEqual({ outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY", provider });
  expect(await lookUp()).toMatchObject({ outcome: "unknown", provider });
});

test("an approval that was asked for before midnight and came after it is found", async () => {
  const { gateway, approve, lookUp } = await opened({ at: "2026-11-25T23:59:58+09:00" });
  gateway.breakNext("pay", { arrivesAfterMs: 5_000 });
  await expect(approve()).rejects.toThrow();
  expect(await lookUp()).toEqual({ outcome: "not-found" });
  gateway.advance(6_000);
  expect(await lookUp()).toMatchObject({
    outcome: "done",
    value: { approvedAt: Date.parse("2026-11-26T00:00:03+09:00") },
  });
});
