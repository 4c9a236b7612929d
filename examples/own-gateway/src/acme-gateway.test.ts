import { gatewayContract, type BreakableCall, type GatewayFixture, type Oddity } from "@wonflow/testkit";
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

const pathOf: Readonly<Partial<Record<BreakableCall, Path>>> = {
  authenticate: "keep-card",
  issueToken: "keep-card",
  releaseToken: "drop-card",
  approve: "pay",
  cancel: "refund",
  reverse: "undo",
  lookUpApproval: "find",
  lookUpCancellation: "find",
};

/** What the gateway's answers to a call show of an order. */
const shows: Readonly<Partial<Record<Path, readonly Oddity[]>>> = {
  pay: ["other-order", "other-amount"],
  find: ["other-order", "other-amount"],
  refund: ["other-amount"],
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
    breakNext: (call, fault) => acme.breakNext(pathOf[call] ?? "find", fault),
    oddNext(call, oddity) {
      const path = pathOf[call];
      if (path === undefined) return false;
      const isShown = oddity !== "other-order" && oddity !== "other-amount";
      // The list of an order's refunds names each with its own amount.
      if (!isShown && (call === "lookUpCancellation" || !shows[path]?.includes(oddity))) return false;
      acme.breakNext(path, oddity);
      return true;
    },
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
