import type { PaymentIntent } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { won } from "../amount/won.ts";
import { say, language } from "../language/language.ts";
import { Moment } from "../time/moment.tsx";
import { cardCompanyCodes, cardCompanyName, isGlobalBrand, methodName } from "@wonflow/core/browser";

export function companyName(code: string): string {
  return cardCompanyName(code, language());
}

/** All card companies to choose from. A brand is no company of Korea, whose cards have its sign as well. */
export function companyOptions(): readonly (readonly [code: string, name: string])[] {
  return cardCompanyCodes.map((code) => {
    const name = companyName(code);
    return [code, isGlobalBrand(code) ? say(`${name} (해외)`, `${name} (foreign)`) : name];
  });
}

type Status = PaymentIntent["status"];

export const statuses: readonly Status[] = [
  "DONE",
  "PARTIAL_CANCELED",
  "CANCELED",
  "IN_PROGRESS",
  "READY",
  "ABORTED",
  "EXPIRED",
];

export function statusText(status: Status): string {
  const texts: Readonly<Record<Status, string>> = {
    DONE: say("결제 완료", "Paid"),
    PARTIAL_CANCELED: say("부분 취소", "Partly canceled"),
    CANCELED: say("취소", "Canceled"),
    IN_PROGRESS: say("진행 중", "In progress"),
    READY: say("결제 전", "Not paid yet"),
    ABORTED: say("실패", "Failed"),
    EXPIRED: say("시간 지남", "Expired"),
  };
  return texts[status];
}

const looks: Readonly<Record<Status, string>> = {
  DONE: "good",
  PARTIAL_CANCELED: "warning",
  CANCELED: "quiet",
  IN_PROGRESS: "busy",
  READY: "quiet",
  ABORTED: "bad",
  EXPIRED: "quiet",
};

interface PaymentStatusProps {
  readonly payment: Pick<PaymentIntent, "status" | "cancel">;
}

/** A cancellation with an unknown outcome matters more than the status before it. */
export function PaymentStatus({ payment: { status, cancel } }: PaymentStatusProps) {
  if (cancel?.inProgress === true) return <span class="badge busy">{say("취소 확인 중", "Cancellation unknown")}</span>;
  return <span class={`badge ${looks[status]}`}>{statusText(status)}</span>;
}

interface PaymentTableProps {
  readonly payments: readonly PaymentIntent[];
}

function methodsTitle(payments: readonly Pick<PaymentIntent, "methods">[]): string {
  const hasOther = payments.some(({ methods }) => methods.some(({ method }) => method !== "KEYIN"));
  return hasOther ? say("결제 수단", "Method") : say("카드", "Card");
}

type Method = PaymentIntent["methods"][number];

/** The wallet by its name, or the kind of payment. */
export function methodText({ method, easyPay }: Pick<Method, "method" | "easyPay">): string {
  return methodName(easyPay?.provider ?? method, language());
}

/** `KB국민 ····0009`, a wallet's name, or how many cards there are. */
function cardText({ methods }: Pick<PaymentIntent, "methods">): string {
  const [first, ...others] = methods;
  const card = first === undefined ? "" : payerText(first);
  if (others.length === 0) return card;
  return say(`${card} 외 ${others.length}장`, `${card} and ${others.length} more`);
}

function payerText(paid: Method): string {
  const { keyin, card = keyin } = paid;
  if (card === undefined) return paid.method === "KEYIN" ? "" : methodText(paid);
  const { issuerCode, number } = card;
  // A gateway may not say which card it was.
  const company = issuerCode === null ? methodText(paid) : companyName(issuerCode);
  return number === null ? company : `${company} ····${number.slice(-4)}`;
}

/** A narrow window shows time and card below the order's name, in place of their columns. */
export function PaymentTable({ payments }: PaymentTableProps) {
  return (
    <table class="rows">
      <thead>
        <tr>
          <th class="wide">{say("요청한 때", "Requested")}</th>
          <th>{say("주문", "Order")}</th>
          <th class="wide">{methodsTitle(payments)}</th>
          <th class="wide">{say("상태", "Status")}</th>
          <th class="amount">{say("금액", "Amount")}</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentRow key={payment.intentKey} payment={payment} card={cardText(payment)} />
        ))}
      </tbody>
    </table>
  );
}

interface PaymentRowProps {
  readonly payment: PaymentIntent;
  readonly card: string;
}

function PaymentRow({ payment, card }: PaymentRowProps) {
  const { intentKey, orderId, orderName, requestedAt, totalAmount, cancel } = payment;
  const canceled = cancel?.canceledAmount ?? 0;
  return (
    <tr>
      <td class="wide">
        <Moment at={requestedAt} />
      </td>
      <td>
        <PageLink to={`payments/${intentKey}`} class="row-link">
          {orderName}
        </PageLink>
        <span class="under wide">{orderId}</span>
        <span class="under narrow">
          <Moment at={requestedAt} /> {card}
        </span>
      </td>
      <td class="wide">{card}</td>
      <td class="wide">
        <PaymentStatus payment={payment} />
      </td>
      <td class="amount">
        {won(totalAmount)}
        {canceled > 0 && <span class="under">{won(-canceled)}</span>}
        <span class="under narrow">
          <PaymentStatus payment={payment} />
        </span>
      </td>
    </tr>
  );
}
