import type { CheckoutView } from "@wonflow/core";
import { summary } from "./card-form.ts";
import type { Page } from "./document.ts";
import { html } from "./html.ts";

/** What is left to say of a link that has done its work. A payment may have been cancelled since: the shop knows. */
const texts = {
  AUTHENTICATED: { heading: "카드 인증이 이미 완료되었습니다", next: "상점에서 결제를 마무리하세요." },
  PAID: { heading: "이미 결제가 완료된 링크입니다", next: "결제와 취소 내역은 상점에서 확인하세요." },
} as const;

/** The page of a session whose card has been authenticated: all that is left is to go on to the shop. */
export function donePage(view: CheckoutView, status: keyof typeof texts): Page {
  const { heading, next } = texts[status];
  const { redirectUrl } = view;
  const onward =
    redirectUrl === undefined
      ? undefined
      : html`<p><a class="onward" href="${new URL(redirectUrl).href}">상점으로 이동</a></p>`;
  const body = html`<h1>${heading}</h1>
    ${summary(view)}
    <p>${next}</p>
    ${onward}`;
  return { status: 200, title: `${view.merchantName} 결제`, body };
}
