import { order } from "./checkout.ts";

const { orderId, orderName, amount } = order;

export const settlementId = "stl.Lx6Hs0Mk3Rd7Pf1Jg5Yc";
const settledAt = "2026-11-24T15:00:00.000Z";
const fee = 330;
const vat = 33;
const net = amount.value - fee - vat;

const settlement = {
  settlementId,
  amount: net,
  settledAt,
  lines: [
    { orderId, transactionAmount: amount.value, feeRate: 3.3, feeAmount: fee, vatAmount: vat, settledAmount: net },
  ],
};

const ofOrder = {
  settlementId: null,
  orderId,
  orderName,
  transactionAmount: amount.value,
  fee,
  vat,
  settlementAmount: net,
  approvedAt: "2026-11-20T05:04:12.000Z",
  scheduledAt: settledAt,
  settledAt: null,
  status: "UNSETTLED" as const,
};

export const listSettlements = {
  day: { summary: "The settlements of one day", query: { from: "2026-11-25", to: "2026-11-25" }, answer: [settlement] },
};

export const getSettlement = {
  expected: {
    summary: "By an order id, before it is settled",
    params: { settlementId: orderId },
    answer: ofOrder,
  },
  order: {
    summary: "By an order id, after it is settled",
    params: { settlementId: orderId },
    answer: { ...ofOrder, settlementId, settledAt, status: "SETTLED" as const },
  },
  settlement: { summary: "By a settlement id, with its lines", params: { settlementId }, answer: settlement },
};

const weekend = { isBusinessDay: false, reason: "WEEKEND" as const, settlesOn: "2026-11-25" };
const open = { isBusinessDay: true, reason: null };

export const listSettlementDays = {
  weekend: {
    summary: "A Friday to Monday",
    params: { mId: "1" },
    query: { from: "2026-11-20", to: "2026-11-23" },
    answer: {
      items: [
        { day: "2026-11-20", ...open, settlesOn: "2026-11-25" },
        { day: "2026-11-21", ...weekend },
        { day: "2026-11-22", ...weekend },
        { day: "2026-11-23", ...open, settlesOn: "2026-11-26" },
      ],
    },
  },
};

export const getBalance = {
  settled: {
    summary: "After the order is settled",
    params: { mId: "1" },
    answer: {
      pendingAmount: { currency: "KRW" as const, value: 0 },
      availableAmount: { currency: "KRW" as const, value: net },
    },
  },
};
