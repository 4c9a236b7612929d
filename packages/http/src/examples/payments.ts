import { errorCatalog, type PaymentIntent, type CancellationPreview, type Timeline } from "@wonflow/core";
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

const params = { mId: "1", intentKey };
const approval = { attempt: `approval-${intentKey}`, kind: "approval" };

const timeline: Timeline["items"] = [
  {
    at: "2026-11-20T05:03:07.250Z",
    event: "requested",
    detail: { orderId: order.orderId, totalAmount: 10_000, taxFreeAmount: 0, requestedBy: "server" },
  },
  {
    at: "2026-11-20T05:03:52.250Z",
    event: "authenticated",
    detail: {
      maskedNumber: "400000******0009",
      issuerCode: "11",
      installmentPlanMonths: 0,
      confirmBy: "2026-11-20T05:13:52.250Z",
    },
  },
  {
    at: "2026-11-20T05:04:12.250Z",
    event: "confirm-asked",
    detail: { askedBy: "confirm", totalAmount: 10_000 },
  },
  {
    at: "2026-11-20T05:04:12.250Z",
    event: "attempt-opened",
    detail: { ...approval, method: 1, amount: 10_000, gateway: "default" },
  },
  {
    at: "2026-11-20T05:04:12.250Z",
    event: "attempt-ended",
    detail: { ...approval, outcome: "done", approvalNumber: "00000001", reference: "sbx.approval.00000001" },
  },
  { at: "2026-11-20T05:04:12.250Z", event: "approved", detail: { totalAmount: 10_000, feeRate: "3.3" } },
  {
    at: "2026-11-20T05:04:12.250Z",
    event: "ledger-entry",
    detail: { receivable: 10_000, pending: 9_637, fee: 330, vat: 33 },
  },
  {
    at: "2026-11-24T15:00:00.000Z",
    event: "settlement-due",
    detail: { earning: intentKey, transactionAmount: 10_000, fee: 330, vat: 33, net: 9_637, day: "2026-11-25" },
  },
];

export const getPaymentTimeline = {
  paid: {
    summary: "A payment that is approved and not yet settled",
    params,
    answer: { hasMore: false, items: timeline },
  },
};

const preview: CancellationPreview = {
  cancelAmount: 3_000,
  taxFreeAmount: 0,
  remainingAmount: 7_000,
  fee: 99,
  vat: 10,
  net: 2_891,
  takenFrom: "pending",
  settlesOn: "2026-11-25",
  perMethod: [{ number: "400000******0009", amount: 3_000 }],
};

export const previewCancellation = {
  part: {
    summary: "A part of a payment that is not settled yet",
    params,
    query: { cancelAmount: "3000" },
    answer: preview,
  },
};
