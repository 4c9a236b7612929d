import encodeQR from "qr";
import { html, page, shopName, Html } from "./html.ts";
import type { Order } from "./orders.ts";
import type { Words } from "./words.ts";

/** A QR code by which a phone opens an address, with its name for those who don't see it. */
function qrCode(address: string, name: string): Html {
  // Four modules of quiet zone, as the standard asks for. The style gives it a white ground on a dark page too.
  const drawing = new Html(encodeQR(address, "svg", { border: 4 }));
  return html`<div class="qr" role="img" aria-label="${name}">${drawing}</div>`;
}

/** The text message that a merchant would send, and a QR code of its link for a customer at the desk. */
export function linkPage(
  words: Words,
  order: Order,
  session: { readonly checkoutUrl: string; readonly expiresAt: string },
): string {
  const { say, won, time } = words;
  const until = time(new Date(session.expiresAt));
  const amount = won(order.amount);
  const title = say("보낼 문자 미리보기", "The text message to send");
  const body = html`<h1>${title}</h1>
    <blockquote class="message">
      ${say(
        `[${shopName}] ${order.orderName} ${amount} 결제 링크예요. ${until}까지 결제해 주세요.`,
        `[${shopName}] ${order.orderName}, ${amount}: pay by this link until ${until}.`,
      )}<br />
      <a id="link" href="${session.checkoutUrl}">${session.checkoutUrl}</a>
    </blockquote>
    <p>
      ${say("새 링크를 만들면 이 링크는 바로 쓸 수 없게 돼요.", "A newer link for the same order ends this one at once.")}
    </p>
    <h2>${say("매장에서 바로 결제하기", "Pay at the desk")}</h2>
    <p>
      ${say(
        "손님이 휴대폰 카메라로 QR 코드를 비추면 같은 결제창이 열려요.",
        "The customer points a phone's camera at the code, and pays on the phone.",
      )}
    </p>
    ${qrCode(session.checkoutUrl, say("결제 링크 QR 코드", "QR code of the link to pay by"))}
    ${isOfThisMachine(session.checkoutUrl) ? html`<p class="note">${say(...onlyHere)}</p>` : html``}
    <p><a href="/orders/${order.orderId}">${say("주문 보기", "See the order")}</a></p>`;
  return page(words, { title, body });
}

const onlyHere = [
  "지금은 이 컴퓨터에서만 열리는 주소예요. 실제 서비스의 주소에서는 휴대폰에서도 열려요.",
  "This address opens on this computer only. That of a real service opens on the phone.",
] as const;

function isOfThisMachine(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);
}
