import { cardNetworkContract, type BreakableCall, type CardNetworkFixture } from "@wonflow/testkit";
import { openGateway, secretOf, type Gateway } from "../test/gateway.ts";
import { cardNumbers, type Path } from "../test/shop.ts";
import { gatewayCardNetwork } from "./gateway-card-network.ts";

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
  // The gateway has no list of a day: nobody asks for one.
  statement: "find",
};

function networkOf({ url, now }: Gateway) {
  return gatewayCardNetwork({ url, now, sandbox: true, shopOf: (id) => ({ id, secret: secretOf(id) }) });
}

function fixtureOf(gateway: Gateway): CardNetworkFixture {
  return {
    network: networkOf(gateway),
    card,
    refusedCard: { ...card, number: cardNumbers.overLimit },
    tenants: ["1:test", "2:test"],
    newKey: () => crypto.randomUUID(),
    deadline: () => gateway.now() + 10_000,
    now: gateway.now,
    advance: async (ms) => gateway.advance(ms),
    breakNext: (call, fault) => gateway.breakNext(pathOf[call], fault),
    async book(tenant, approvalKey) {
      const order = gateway.order(tenant, approvalKey);
      if (order === undefined) return undefined;
      const { amount, balance: held, taxFree: taxFreeAmount, months, refunds } = order;
      const cancellations = refunds.map(({ memo, taxFree, ...refund }) => ({
        amount: refund.amount,
        taxFreeAmount: taxFree,
        reason: memo,
      }));
      return { amount, held, taxFreeAmount, installmentPlanMonths: Number(months), cancellations };
    },
    refundByHand: async (tenant, approvalKey, amount) => gateway.refundByHand(tenant, approvalKey, amount),
    reopen: async () => networkOf(gateway),
    close: () => gateway.close(),
  };
}

cardNetworkContract("an unkind gateway", async () => fixtureOf(await openGateway("2026-11-25T14:00:00+09:00")));
