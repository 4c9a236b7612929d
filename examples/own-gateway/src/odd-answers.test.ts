import { expect, onTestFinished, test } from "vitest";
import { openAcme, secretOf } from "../test/acme.ts";
import { cardNumbers } from "../test/shop.ts";
import { acmeGateway, type AcmeAccount } from "./acme-gateway.ts";

const tenant = "1:test";
const details = { expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "00" };

async function opened({ at = "2026-11-25T14:00:00+09:00", ...change }: Partial<AcmeAccount> & { at?: string } = {}) {
  const acme = await openAcme(at);
  onTestFinished(() => acme.close());
  const { url, now } = acme;
  const right: AcmeAccount = { url, now, sandbox: true, shopOf: (id) => ({ id, secret: secretOf(id) }) };
  const gateway = acmeGateway(right);
  const call = { tenant, askedAt: now(), credentials: null, deadline: now() + 1_000 } as const;
  const card = { number: cardNumbers.good, ...details };
  const stored = await gateway.keyIn.authenticate({ ...call, key: "card-1", card });
  const cardToken = stored.outcome === "done" ? stored.value.token : "";
  const payment = {
    authentication: null,
    cardToken,
    amount: 10_000,
    taxFreeAmount: 0,
    installmentPlanMonths: 0,
    orderName: "Tea",
  };
  const asked = acmeGateway({ ...right, ...change, url: change.url === undefined ? url : url + change.url });
  return {
    acme,
    approve: () => asked.approve({ ...call, key: "approval-1", ...payment }),
    lookUp: () =>
      asked.lookUpApproval({
        ...call,
        key: "approval-1",
        authentication: null,
        reference: null,
        deadline: acme.now() + 1_000,
      }),
  };
}

test.each(["html", "other-shape"] as const)(
  "%s says nothing about an approval, which is found later",
  async (fault) => {
    const { acme, approve, lookUp } = await opened();
    acme.breakNext("pay", fault);
    expect(await approve()).toMatchObject({ outcome: "unknown" });
    acme.breakNext("find", fault);
    expect(await lookUp()).toMatchObject({ outcome: "unknown" });
    expect(await lookUp()).toMatchObject({ outcome: "done", value: { key: "approval-1", amount: 10_000 } });
  },
);

test("a code that is not in the table is unknown, with the gateway's words", async () => {
  const { approve, lookUp } = await opened({ url: "v2/" });
  for (const answer of [await approve(), await lookUp()]) {
    expect(answer).toMatchObject({ outcome: "unknown", provider: { code: "X404" } });
  }
});

test("rejected credentials refuse an approval by their own code, and reveal nothing about one", async () => {
  const { approve, lookUp } = await opened({ shopOf: (id) => ({ id, secret: "of yesterday" }) });
  const provider = { code: "S401", message: "인증 실패" };
  expect(await approve()).toEqual({ outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY", provider });
  expect(await lookUp()).toMatchObject({ outcome: "unknown", provider });
});

test("an approval that was asked for before midnight and came after it is found", async () => {
  const { acme, approve, lookUp } = await opened({ at: "2026-11-25T23:59:58+09:00" });
  acme.breakNext("pay", { arrivesAfterMs: 5_000 });
  await expect(approve()).rejects.toThrow();
  expect(await lookUp()).toEqual({ outcome: "not-found" });
  acme.advance(6_000);
  expect(await lookUp()).toMatchObject({
    outcome: "done",
    value: { approvedAt: Date.parse("2026-11-26T00:00:03+09:00") },
  });
});
