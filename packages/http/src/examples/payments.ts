import { errorCatalog, type PaymentIntent } from "@wonflow/core";
import { intentKey, order } from "./checkout.ts";

const { orderId, orderName, amount } = order;
const receipts = "https://pay.example/receipts";

const paid: PaymentIntent = {
  intentKey,
  orderId,
  settlementId: null,
  orderName,
  mId: 1,
  totalAmount: amount.value,
  status: "DONE",
  requestedAt: "2026-11-20T14:03:07+09:00",
  approvedAt: "2026-11-20T14:04:12+09:00",
  methods: [
    {
      method: "KEYIN",
      amount: amount.value,
      keyin: { number: "400000******0009", installmentPlanMonths: 0, issuerCode: "11" },
    },
  ],
  receipt: receiptOf("rc_1_test_Zt4bQn8Vw2Lx6Hs0Mk3Rd7Pf1Jg5Yc9Ea", 1),
};

export function receiptOf(token: string, methods: number) {
  const candyUrl = `${receipts}/${token}`;
  return { candyUrl, perMethodUrls: Array.from({ length: methods }, (_, index) => `${candyUrl}/${index + 1}`) };
}

function canceledBy(canceledAmount: number): PaymentIntent {
  const remainingAmount = paid.totalAmount - canceledAmount;
  return {
    ...paid,
    status: remainingAmount === 0 ? "CANCELED" : "PARTIAL_CANCELED",
    cancel: { canceledAt: "2026-11-20T15:20:41+09:00", canceledAmount, remainingAmount, inProgress: false },
  };
}

export const confirmPayment = {
  authenticated: {
    summary: "The parameters of successUrl, after comparing the amount with the order's",
    request: { intentKey, orderId, amount: amount.value },
    answer: paid,
  },
};

const found = { summary: "An approved payment", answer: paid };

const { approvedAt: _, receipt: __, ...unpaid } = paid;

const refused: PaymentIntent = {
  ...unpaid,
  status: "ABORTED",
  failure: [
    {
      code: "REJECT_CARD_PAYMENT",
      message: errorCatalog.REJECT_CARD_PAYMENT.ko,
      details: { keyin: { number: "400000******0009" } },
    },
  ],
};

export const getPayment = {
  approved: { ...found, params: { intentKey } },
  refused: { summary: "A payment that the gateway has refused", params: { intentKey }, answer: refused },
  expired: {
    summary: "A payment that was not confirmed in time",
    params: { intentKey },
    answer: { ...unpaid, status: "EXPIRED" as const },
  },
};
export const listPayments = {
  day: {
    summary: "The paid orders of one day",
    params: { mId: "1" },
    query: { limit: "10", status: "DONE", from: "2026-11-20", to: "2026-11-20" },
    answer: { hasMore: false, size: 1, nextCursor: null, items: [paid] },
  },
};
export const getPaymentOfOrder = { approved: { ...found, params: { orderId } } };

const part = {
  summary: "A part of it",
  request: { cancelReason: "한 봉지 품절", cancelAmount: 3_000 },
  answer: canceledBy(3_000),
};
const whole = {
  summary: "All of it",
  request: { cancelReason: "구매자 변심" },
  answer: canceledBy(paid.totalAmount),
};

export const cancelPayment = {
  part: { ...part, params: { intentKey } },
  whole: { ...whole, params: { intentKey } },
};
export const cancelPaymentOfOrder = {
  part: { ...part, params: { orderId } },
  whole: { ...whole, params: { orderId } },
};
