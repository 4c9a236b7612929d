import { errorCatalogue, type ErrorCode } from "@wonflow/core";
import type { Page } from "./document.ts";
import { html } from "./html.ts";

/** What a buyer can do about it, where the link itself is the trouble. */
const advice: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_FOUND_PAYMENT_SESSION: "결제 링크를 받은 그대로 다시 열어 보세요.",
  EXPIRED_PAYMENT_SESSION: "상점에서 결제를 다시 시작하세요. 결제된 금액은 없습니다.",
  INVALIDATED_PAYMENT_SESSION: "가장 최근에 받은 결제 링크를 여세요.",
  CONCURRENT_REQUEST: "잠시 후 이 페이지를 새로 고침하세요.",
};

/** The page that says why a checkout does not go on. */
export function refusedPage(code: ErrorCode): Page {
  const { status, ko } = errorCatalogue[code];
  const next = advice[code] ?? "잠시 후 다시 시도하거나 상점에 문의하세요.";
  return {
    status,
    title: "결제 안내",
    body: html`<h1>${ko}</h1>
      <p>${next}</p>`,
  };
}
