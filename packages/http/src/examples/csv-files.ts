import { intentKey, order } from "./checkout.ts";
import { settlementId } from "./settlements.ts";

const params = { mId: "1" };

const lines = (...texts: readonly string[]) => `\uFEFF${texts.map((text) => `${text}\r\n`).join("")}`;

export const downloadPayments = {
  day: {
    summary: "The paid orders of one day, with Korean headings",
    params,
    query: { status: "DONE", from: "2026-11-20", to: "2026-11-20", language: "ko" as const },
    answer: lines(
      "결제 키,주문번호,주문명,상태,요청 시각,승인 시각,결제 금액,취소 금액,남은 금액,취소 시각,카드사,카드번호,할부 개월,정산 번호,실패 코드,차지백 초과 금액",
      `${intentKey},${order.orderId},녹차 100g,DONE,2026-11-20 14:03:07,2026-11-20 14:03:07,10000,0,10000,,KB국민,400000******0009,0,,,0`,
    ),
  },
};

export const downloadSettlements = {
  day: {
    summary: "The settlements of one day, with English headings",
    params,
    query: { from: "2026-11-25", to: "2026-11-25", language: "en" as const },
    answer: lines(
      "Settlement id,Settled at,Order id,Transaction amount,Fee rate (%),Fee,VAT on the fee,Settled amount",
      `${settlementId},2026-11-25 00:00:00,${order.orderId},10000,3.3,330,33,9637`,
    ),
  },
};
