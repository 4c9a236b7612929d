import { expect, test } from "vitest";

import {
  createPayments,
  memoryStore,
  type ApprovalRequest,
  type Approval,
  type ApprovalRefusal,
  type Gateway,
  type Outcome,
  type TenantId,
} from "./index.ts";

/** A gateway made of nothing but what the package exports. */
function ownGateway(): Gateway {
  const approvals = new Map<string, Approval>();
  const nameOf = (tenant: TenantId, key: string) => `${tenant} ${key}`;
  return {
    sandbox: true,
    settlesWithinMs: 60_000,
    reversibleForMs: 60 * 60_000,
    repeatsApprovals: false,
    repeatsCancellations: false,
    async lookUpApproval({ tenant, key }) {
      const value = approvals.get(nameOf(tenant, key));
      return value === undefined ? { outcome: "not-found" } : { outcome: "done", value };
    },
    lookUpCancellation: async () => ({ outcome: "not-found" }),
    keyIn: {
      storesCheckedCards: false,
      authenticate: async ({ key }) => ({
        outcome: "done",
        value: { key, token: "card-1", maskedNumber: "400000******0009", issuerCode: "11" },
      }),
      issueToken: async ({ key }) => ({
        outcome: "done",
        value: { key, token: `card-1 ${key}`, maskedNumber: "400000******0009", issuerCode: "11" },
      }),
      releaseToken: async ({ tokenKey }) => ({ outcome: "done", value: { tokenKey } }),
    },
    async approve({ tenant, key, amount }: ApprovalRequest): Promise<Outcome<Approval, ApprovalRefusal>> {
      if (amount > 100_000) return { outcome: "refused", code: "EXCEED_MAX_PAYMENT_AMOUNT" };
      const approval = {
        key,
        reference: null,
        amount,
        remainingAmount: amount,
        approvalNumber: "1",
        approvedAt: Date.now(),
      };
      approvals.set(nameOf(tenant, key), approval);
      return { outcome: "done", value: approval };
    },
    cancel: async ({ key, amount }) => ({
      outcome: "done",
      value: { key, reference: null, amount, canceledAt: Date.now() },
    }),
    reverse: async ({ approvalKey }) => ({ outcome: "done", value: { approvalKey } }),
  };
}

test.each([
  [10_000, { ok: true, value: { status: "DONE" } }],
  [100_001, { ok: false, error: { code: "EXCEED_MAX_PAYMENT_AMOUNT" } }],
])("a gateway that is written with this package alone takes or refuses %i won", async (amount, answer) => {
  const tenant = { mId: 7, mode: "test" } as const;
  const gateways = { test: ownGateway() };
  const payments = createPayments({ store: memoryStore(), gateways, secret: "s".repeat(32) });
  await payments.merchants.register({ ...tenant, name: "Corner Shop", feeRate: "3.3" });
  const orderId = "order-20261120-0001";
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const order = { customerId: "c0a8-11e9-buyer", orderId, orderName: "Green tea", amount: { value: amount }, ...urls };
  const session = await payments.sessions.create(tenant, order);
  const card = {
    number: "4000000000110009",
    expiryMonth: "12",
    expiryYear: "39",
    registNo: "900101",
    passwordFront2: "12",
  };
  const next = await payments.checkout.authenticate(session.ok ? session.value.token : "", card);
  const intentKey = next.ok ? new URL(next.value.redirectUrl).searchParams.get("intentKey") : null;
  const confirmed = await payments.intents.confirm(tenant, { intentKey: intentKey ?? "", orderId, amount });
  expect(confirmed).toMatchObject(answer);
});
