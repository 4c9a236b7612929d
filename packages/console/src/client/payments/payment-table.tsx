import type { PaymentIntent } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { won } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { Moment } from "../time/moment.tsx";
import { companyName } from "./card-companies.ts";
import { PaymentStatus } from "./payment-status.tsx";

interface PaymentTableProps {
  readonly payments: readonly PaymentIntent[];
}

/** `KB국민 ····0009`, or how many cards there are. */
function cardText({ methods }: Pick<PaymentIntent, "methods">): string {
  const [first, ...others] = methods;
  if (first?.keyin === undefined) return "";
  const { issuerCode, number } = first.keyin;
  const card = `${companyName(issuerCode)} ····${number.slice(-4)}`;
  if (others.length === 0) return card;
  return say(`${card} 외 ${others.length}장`, `${card} and ${others.length} more`);
}

/** A narrow window shows time and card below the order's name, in place of their columns. */
export function PaymentTable({ payments }: PaymentTableProps) {
  return (
    <table class="rows">
      <thead>
        <tr>
          <th class="wide">{say("요청한 때", "Requested")}</th>
          <th>{say("주문", "Order")}</th>
          <th class="wide">{say("카드", "Card")}</th>
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
