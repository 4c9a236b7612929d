import type { PaymentIntent } from "@wonflow/core";
import { order } from "./checkout.ts";
import { receiptOf } from "./payments.ts";

const { customerId } = order;
const billkey = "billkey_Vw2Lx6Hs0Mk3Rd7Pf1Jg";
const otherBillkey = "billkey_Tn5Zb9Qc4Xy8Ke2Sa6Ud";

export const issueBillingKey = {
  card: {
    summary: "A personal card",
    request: {
      customerId,
      number: "4000000000110009",
      expriationYY: "39",
      expriationMM: "12",
      cvc: "123",
      passwordFront2: "12",
      ownerName: "김구매",
      registNo: "900101",
      ownerPhoneNumber: "01012345678",
    },
    answer: { billkey },
  },
};

export const listBillingKeys = {
  customer: {
    summary: "The cards of one customer",
    params: { mId: "1" },
    query: { customerId, limit: "10" },
    answer: {
      hasMore: false,
      size: 1,
      nextCursor: null,
      items: [
        {
          billkey,
          customerId,
          maskedNumber: "400000******0009",
          issuerCode: "11",
          createdAt: "2026-11-20T05:08:30.000Z",
        },
      ],
    },
  },
};

export const deleteBillingKey = {
  active: { summary: "A key that is no longer needed", params: { billkey }, answer: { billkey } },
};

const subscription = {
  customerId,
  orderId: "subscription-202611-01",
  orderName: "11월 차 구독",
  totalAmount: 9_900,
};

const masked = { number: "400000******0009", installmentPlanMonths: 0, issuerCode: "11" };

function charged(amounts: readonly number[]): PaymentIntent {
  const { orderId, orderName, totalAmount } = subscription;
  return {
    intentKey: "Hb6sWq1Ej9_xUo4TgMv7R",
    orderId,
    settlementId: null,
    orderName,
    mId: 1,
    totalAmount,
    status: "DONE",
    requestedAt: "2026-11-20T14:10:00+09:00",
    approvedAt: "2026-11-20T14:10:01+09:00",
    methods: amounts.map((amount) => ({ method: "KEYIN", amount, keyin: masked })),
    receipt: receiptOf("rc_1_test_Pd8Fs3Gk6Wm1Xc5Vz9Bn2Hj7Lq4Rt0Yu", amounts.length),
  };
}

export const charge = {
  one: {
    summary: "One card pays the whole amount",
    request: { ...subscription, instruments: [{ billing: billkey, amount: 9_900 }] },
    answer: charged([9_900]),
  },
  split: {
    summary: "Two cards pay together; 900 won of it are free of tax",
    request: {
      ...subscription,
      taxFreeAmount: 900,
      instruments: [
        { billing: billkey, amount: 5_900, installmentPlanMonths: 0 },
        { billing: otherBillkey, amount: 4_000 },
      ],
    },
    answer: charged([5_900, 4_000]),
  },
};
