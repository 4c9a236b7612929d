import type { Payout } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { won } from "../amount/won.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { Loading } from "../live/loading.tsx";
import { useList } from "../live/use-live.ts";
import { Money } from "../overview/overview-page.tsx";
import { isAtLeast, useOperator } from "../session/session.ts";
import { dayText } from "../time/seoul.ts";
import { BalancePlot } from "./balance-plot.tsx";
import { destinationText, useSellers, PayoutStatus } from "./payout-status.tsx";

const pageSize = 30;

/** What was paid to sellers and transferred to the merchant itself, the newest day first. */
export function PayoutsPage() {
  const operator = useOperator();
  const { items, hasMore, problem, showMore } = useList<Payout>(`merchants/${operator.mId}/payouts`, pageSize);
  return (
    <>
      <PageTitle
        beside={
          isAtLeast(operator, "owner") && (
            <PageLink to="payouts/new" class="button primary">
              {say("지급하기", "Pay sellers")}
            </PageLink>
          )
        }
      >
        {say("지급", "Payouts")}
      </PageTitle>
      <div class="columns">
        <div>
          <Loading value={items} problem={problem}>
            {items?.length === 0 && <p class="empty card">{say("아직 지급이 없어요.", "There are no payouts yet.")}</p>}
          </Loading>
          {items !== undefined && items.length > 0 && <PayoutTable payouts={items} />}
          {hasMore && (
            <button type="button" onClick={showMore}>
              {say("더 보기", "Show more")}
            </button>
          )}
        </div>
        <div>
          <Money />
          <BalancePlot />
        </div>
      </div>
    </>
  );
}

function PayoutTable({ payouts }: { readonly payouts: readonly Payout[] }) {
  const sellers = useSellers() ?? [];
  return (
    <table class="rows">
      <thead>
        <tr>
          <th>{say("받는 곳", "To")}</th>
          <th class="wide">{say("지급일", "Day")}</th>
          <th class="wide">{say("상태", "Status")}</th>
          <th class="amount">{say("금액", "Amount")}</th>
        </tr>
      </thead>
      <tbody>
        {payouts.map((payout) => (
          <tr key={payout.id}>
            <td>
              <PageLink to={`payouts/${payout.id}`} class="row-link">
                {destinationText(payout, sellers)}
              </PageLink>
              <span class="under">{payout.refPayoutId}</span>
              <span class="under narrow">{dayText(payout.payoutDate)}</span>
            </td>
            <td class="wide">{dayText(payout.payoutDate)}</td>
            <td class="wide">
              <PayoutStatus payout={payout} />
            </td>
            <td class="amount">
              {won(payout.amount.value)}
              <span class="under narrow">
                <PayoutStatus payout={payout} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
