import type { OrderSettlement as Earned, PaymentIntent } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { dayOf, dayText } from "../time/seoul.ts";
import { SettlementSums } from "./settlements-page.tsx";

interface OrderSettlementProps {
  readonly payment: PaymentIntent;
}

/** What the shop gets for a payment, when, and why not all of it. */
export function OrderSettlement({ payment: { orderId, approvedAt } }: OrderSettlementProps) {
  const path = approvedAt === undefined ? undefined : `px/settlements/${encodeURIComponent(orderId)}`;
  const { value } = useLive<Earned>(path);
  // An order that was paid again after its cancellation shows its last payment.
  const isOfPayment =
    value !== undefined && Math.abs(Date.parse(value.approvedAt) - Date.parse(approvedAt ?? "")) < 1_000;
  if (!isOfPayment) return null;
  const { transactionAmount: gross, fee, vat, settlementAmount: net } = value;
  return (
    <section class="card" aria-labelledby="order-settlement">
      <h2 id="order-settlement">{say("정산", "Settlement")}</h2>
      <SettlementSums title={say("거래액", "Gross")} sums={{ gross, fee, vat, net }} />
      <When earned={value} />
    </section>
  );
}

function When({ earned: { settledAt, scheduledAt, transactionAmount } }: { readonly earned: Earned }) {
  if (settledAt !== null) {
    const day = dayOf(Date.parse(settledAt));
    return (
      <p class="hint">
        <PageLink to={`settlements/${day}`}>
          {say(`${dayText(day)}에 정산됐어요`, `Settled on ${dayText(day)}`)}
        </PageLink>
      </p>
    );
  }
  if (transactionAmount === 0) return null;
  if (scheduledAt === null) return <p class="hint">{say("정산일을 아직 몰라요.", "Its day is not known yet.")}</p>;
  const day = dayText(dayOf(Date.parse(scheduledAt)));
  return <p class="hint">{say(`${day}에 정산돼요.`, `Settles on ${day}.`)}</p>;
}
