import type { Retry } from "@wonflow/core";

export const koreanHeadings: Readonly<Record<string, string>> = {
  Authentication: "인증",
  "Operators of a merchant": "가맹점 운영자",
  Requests: "요청",
  Checkout: "결제창",
  Settlements: "정산",
  "Sellers and payouts": "판매자와 지급",
  "Webhooks, for the service's operator": "웹훅 (서비스 운영자용)",
  Confirm: "결제 승인",
  "Attempts, for the service's operator": "외부 호출 (서비스 운영자용)",
  "Card look-ups": "카드 정보 조회",
  Cancel: "결제 취소",
  Billing: "빌링",
};

export const koreanRetries: Readonly<Record<Retry, string>> = {
  no: "아니요",
  later: "네, 잠시 후",
  "look-up-first": "조회한 다음에만",
};
