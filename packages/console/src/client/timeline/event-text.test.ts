// @vitest-environment happy-dom
import type { Timeline } from "@wonflow/client";
import { afterEach, expect, test } from "vitest";
import { chooseLanguage } from "../language/language.ts";
import { eventText } from "./event-text.ts";

afterEach(() => chooseLanguage("ko"));

type Event = Timeline["items"][number];

const told = (event: Event["event"], detail: Event["detail"]) => {
  const { title, note, look } = eventText({ at: null, event, detail });
  return [look, title, note].join(" | ").replaceAll("\u2060", "");
};

test.each<readonly [event: Event["event"], detail: Event["detail"], text: string]>([
  [
    "requested",
    { totalAmount: 10_000, requestedBy: "server" },
    "plain | 요청했어요 | 10,000원 · 상점 서버가 만든 링크",
  ],
  ["requested", { amount: 7_000, payoutDate: "2026-11-25" }, "plain | 요청했어요 | 7,000원 · 11월 25일 (수)"],
  [
    "authenticated",
    { maskedNumber: "400000******0009", issuerCode: "11", confirmBy: "2026-11-25T05:10:00.000Z" },
    "plain | 구매자가 카드를 인증했어요 | 400000******0009 · 11월 25일 14:10까지 확정",
  ],
  [
    "authenticated",
    { method: "EASY_PAY", easyPay: "KAKAOPAY", maskedNumber: null, confirmBy: "2026-11-25T05:10:00.000Z" },
    "plain | 구매자가 PG사 결제창에서 인증했어요: 카카오페이 | 11월 25일 14:10까지 확정",
  ],
  [
    "authenticated",
    { method: "EASY_PAY", easyPay: null, maskedNumber: null, confirmBy: "2026-11-25T05:10:00.000Z" },
    "plain | 구매자가 PG사 결제창에서 인증했어요: 간편결제 | 11월 25일 14:10까지 확정",
  ],
  ["refused-try", { refusals: 2 }, "warning | 카드가 2번 거절됐어요 | "],
  [
    "attempt-opened",
    { kind: "cancellation", amount: 3_000, gateway: "default" },
    "minor | 취소 요청을 PG사에 보냈어요 | 3,000원",
  ],
  ["attempt-opened", { kind: "payout", amount: 7_000 }, "minor | 지급 요청을 은행에 보냈어요 | 7,000원"],
  [
    "attempt-ended",
    { kind: "approval", outcome: "done", approvalNumber: "01" },
    "minor | 승인 요청이 받아들여졌어요 | 승인번호 01",
  ],
  [
    "attempt-ended",
    {
      kind: "approval",
      outcome: "refused",
      refusal: "REJECT_CARD_PAYMENT",
      providerCode: "51",
      providerMessage: "잔액",
    },
    "bad | 승인 요청이 거절됐어요 | REJECT_CARD_PAYMENT · 51 · 잔액",
  ],
  ["canceled", { amount: 3_000, late: false }, "good | 3,000원을 돌려줬어요 | "],
  ["canceled", { amount: 3_000, byGateway: true }, "good | 3,000원을 돌려줬어요 | PG사가 직접 돌려줬어요"],
  ["canceled", { amount: 3_000, unpaid: true }, "good | 결제 전에 취소됐어요 | "],
  ["canceled", {}, "good | 취소됐어요 | "],
  ["settlement-due", { day: null, net: 9_637 }, "plain | 정산일이 아직 정해지지 않았어요 | 9,637원"],
  ["settled", { net: 9_637, fee: 330, vat: 33 }, "good | 정산됐어요 | 9,637원 · 수수료 330원 · 부가세 33원"],
  ["failed", { lastError: "PAYOUT_ACCOUNT_UNUSABLE" }, "bad | 지급하지 못했어요 | PAYOUT_ACCOUNT_UNUSABLE"],
  ["resolved", { outcome: "not-done", tookEffectAt: null }, "plain | 사람이 결과를 확인했어요 | 지급되지 않았어요"],
  [
    "ledger-entry",
    { pending: -2_891, fee: 99, batchId: "b" },
    "minor | 장부에 적었어요 | 정산 전 −2,891원 · 수수료 +99원",
  ],
  [
    "webhook",
    { event: "payment.done", status: "EXHAUSTED", lastAnswer: 500 },
    "bad | 웹훅 payment.done | 보내지 못했어요 · 500",
  ],
  ["expired", { reason: "given-up" }, "plain | 결제 없이 끝났어요 | 구매자가 그만뒀어요"],
])("%s %j", (event, detail, text) => {
  expect(told(event, detail)).toBe(text);
});

test("an unknown event of a newer service is shown by its name", () => {
  expect(told("something-new" as Event["event"], {})).toBe("plain | something-new | ");
});

test("every text is in English as well", () => {
  chooseLanguage("en");
  expect(told("authenticated", { method: "TRANSFER", confirmBy: null })).toContain(
    "The buyer authenticated in the gateway’s window: Bank transfer",
  );
  expect(told("attempt-opened", { kind: "reversal", amount: 1_000, gateway: "default" })).toBe(
    "minor | Asked for the reversal | ₩1,000",
  );
});
