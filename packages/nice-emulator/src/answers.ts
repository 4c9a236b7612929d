import { createHash } from "node:crypto";

import { heldOf, type Authentication, type Cancel, type Payment, type WindowOrder } from "./merchant.ts";

/** An answer before it is signed. */
export type Answer = Readonly<Record<string, unknown>> & { readonly resultCode: string };

export const cardCompanies: Readonly<Record<string, string>> = {
  "01": "비씨",
  "02": "KB국민",
  "04": "삼성",
  "06": "신한",
  "07": "현대",
};

export function refuse(resultCode: string, resultMsg: string): Answer {
  return { resultCode, resultMsg };
}

export const fine = { resultCode: "0000", resultMsg: "정상 처리되었습니다." } as const;

const seoulMs = 9 * 3_600_000;

/** `2026-11-25T14:00:00.000+0900`, as the gateway writes times. */
export function gatewayTime(at: number): string {
  return `${new Date(at + seoulMs).toISOString().slice(0, -1)}+0900`;
}

/** `20261125` */
export function seoulDay(at: number): string {
  return gatewayTime(at).slice(0, 10).replaceAll("-", "");
}

/** A name of 30 characters: a prefix, a time and a number. */
export function nameAt(prefix: string, { now, number }: { readonly now: number; readonly number: number }): string {
  const time = gatewayTime(now).slice(2, 19).replaceAll(/\D/g, "");
  return `${prefix}${time}${String(number % 10_000).padStart(4, "0")}`;
}

export function hashOf(...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(parts.join("")).digest("hex");
}

/** Signs an answer as the manual has it: of a payment by its tid and amount, of a list by its time alone. */
export function signed(answer: Answer, { secretKey }: { readonly secretKey: string }, now: number): Answer {
  const ediDate = gatewayTime(now);
  const { tid, amount } = answer;
  if (typeof tid === "string" && typeof amount === "number") {
    return { ...answer, ediDate, signature: hashOf(tid, amount, ediDate, secretKey) };
  }
  return "interestFree" in answer ? { ...answer, ediDate, signature: hashOf(ediDate, secretKey) } : answer;
}

function statusOf(payment: Payment): string {
  const held = heldOf(payment);
  if (held === payment.amount) return "paid";
  return held === 0 ? "cancelled" : "partialCancelled";
}

function shownCancel({ tid, amount, reason, cancelledAt }: Omit<Cancel, "orderId" | "taxFreeAmt">) {
  const receiptUrl = `https://npg.nicepay.co.kr/issue/IssueLoader.do?TID=${tid}`;
  return { tid, amount, cancelledAt: gatewayTime(cancelledAt), reason, receiptUrl, couponAmt: 0 };
}

function shownCard({ cardNo, cardCode, cardQuota, couponAmt }: Payment) {
  if (cardCode === null) return null;
  return {
    cardCode,
    cardName: cardCompanies[cardCode] ?? "기타",
    cardNum: cardNo === null ? null : `${cardNo.slice(0, 6)}******${cardNo.slice(12)}`,
    // The manual calls it a string, and shows numbers.
    cardQuota: cardQuota === 0 ? "0" : cardQuota,
    isInterestFree: false,
    cardType: "credit",
    canPartCancel: couponAmt === 0,
    acquCardCode: cardCode,
    acquCardName: cardCompanies[cardCode] ?? "기타",
  };
}

/** What was authenticated and not approved, as look-ups may show it. */
export function shownReady(order: WindowOrder, { tid }: Authentication): Answer {
  const { orderId, amount, goodsName, mallReserved } = order;
  const times = { paidAt: "0", failedAt: "0", cancelledAt: "0" };
  const about = { tid, cancelledTid: null, orderId, status: "ready", ...times, amount, balanceAmt: 0, goodsName };
  return { ...fine, ...about, mallReserved, currency: "KRW", approveNo: null, coupon: null, card: null, cancels: null };
}

/** A payment as every call shows it. */
export function shownPayment(payment: Payment, cancelledTid: string | null = null): Answer {
  const { tid, orderId, amount, goodsName, approveNo, paidAt, netCancelledAt, payMethod, mallReserved } = payment;
  const left = amount - payment.cancels.reduce((sum, cancel) => sum + cancel.amount, 0);
  const netCancel =
    netCancelledAt === null ? [] : [{ tid, amount: left, reason: "망취소", cancelledAt: netCancelledAt }];
  const cancels = [...payment.cancels, ...netCancel];
  const lastAt = cancels.at(-1)?.cancelledAt;
  return {
    ...fine,
    tid,
    cancelledTid,
    orderId,
    status: statusOf(payment),
    paidAt: gatewayTime(paidAt),
    failedAt: "0",
    cancelledAt: lastAt === undefined ? "0" : gatewayTime(lastAt),
    payMethod,
    amount,
    balanceAmt: heldOf(payment),
    goodsName,
    mallReserved,
    useEscrow: false,
    currency: "KRW",
    channel: null,
    approveNo,
    buyerName: null,
    buyerTel: null,
    buyerEmail: null,
    receiptUrl: `https://npg.nicepay.co.kr/issue/IssueLoader.do?TID=${tid}`,
    mallUserId: null,
    issuedCashReceipt: false,
    coupon: payment.couponAmt === 0 ? null : { couponAmt: payment.couponAmt },
    card: shownCard(payment),
    bank: payment.bankCode === null ? null : { bankCode: payment.bankCode, bankName: "국민은행" },
    vbank: null,
    cancels: cancels.length === 0 ? null : cancels.map(shownCancel),
    cashReceipts: null,
  };
}
