import { gatewayContract, type BreakableCall, type GatewayFixture } from "@wonflow/testkit";
import { openAcme, secretOf, type Acme } from "../test/acme.ts";
import { cardNumbers, type Path } from "../test/shop.ts";
import { acmeGateway } from "./acme-gateway.ts";

const card = {
  number: cardNumbers.good,
  expiryMonth: "12",
  expiryYear: "39",
  registNo: "900101",
  passwordFront2: "00",
  cvc: "123",
  ownerName: "홍길동",
  ownerPhoneNumber: "01012345678",
};

const pathOf: Readonly<Record<BreakableCall, Path>> = {
  authenticate: "keep-card",
  issueToken: "keep-card",
  releaseToken: "drop-card",
  approve: "pay",
  cancel: "refund",
  reverse: "undo",
  lookUpApproval: "find",
  lookUpCancellation: "find",
  // The gateway has no list of a day.
  statement: "find",
};

function gatewayOf({ url, now }: Acme) {
  return acmeGateway({ url, now, sandbox: true, shopOf: (id) => ({ id, secret: secretOf(id) }) });
}

function fixtureOf(acme: Acme): GatewayFixture {
  return {
    gateway: gatewayOf(acme),
    card,
    refusedCard: { ...card, number: cardNumbers.overLimit },
    tenants: ["1:test", "2:test"],
    newKey: () => crypto.randomUUID(),
    deadline: () => acme.now() + 10_000,
    now: acme.now,
    advance: async (ms) => acme.advance(ms),
    breakNext: (call, fault) => acme.breakNext(pathOf[call], fault),
    async book(tenant, approvalKey) {
      const order = acme.order(tenant, approvalKey);
      if (order === undefined) return undefined;
      const { amount, balance: held, taxFree: taxFreeAmount, months, refunds } = order;
      const cancellations = refunds.map(({ memo, taxFree, ...refund }) => ({
        amount: refund.amount,
        taxFreeAmount: taxFree,
        reason: memo,
      }));
      return { amount, held, taxFreeAmount, installmentPlanMonths: Number(months), cancellations };
    },
    refundByHand: async (tenant, approvalKey, amount) => acme.refundByHand(tenant, approvalKey, amount),
    reopen: async () => gatewayOf(acme),
    close: () => acme.close(),
  };
}

gatewayContract("an unkind gateway", async () => fixtureOf(await openAcme("2026-11-25T14:00:00+09:00")));
