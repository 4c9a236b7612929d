import type { Payout, PayoutList } from "@wonflow/client";
import { useState } from "preact/hooks";
import { PageLink } from "../address/page-link.tsx";
import { won } from "../amount/won.ts";
import { problemText } from "../call/problem-text.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { Money } from "../overview/money.tsx";
import { isAtLeast, useOperator } from "../session/session.ts";
import { dayText } from "../time/seoul.ts";
import { BalancePlot } from "./balance-plot.tsx";
import { destinationText, useSellers } from "./destination.ts";
import { PayoutStatus } from "./payout-status.tsx";

const pageSize = 30;

/** What was paid to sellers and transferred to the merchant itself, the newest day first. */
export function PayoutsPage() {
  const operator = useOperator();
  const [limit, setLimit] = useState(pageSize);
  const { value, problem } = useLive<PayoutList>(`merchants/${operator.mId}/payouts?limit=${limit}`);
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  const shown = value ?? last;
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
          <div role="status">
            {problem !== undefined && <p class="alert">{problemText(problem)}</p>}
            {shown === undefined && problem === undefined && (
              <p class="waiting">{say("불러오는 중이에요", "Loading")}</p>
            )}
            {shown?.items.length === 0 && (
              <p class="empty card">{say("아직 지급이 없어요.", "There are no payouts yet.")}</p>
            )}
          </div>
          {shown !== undefined && shown.items.length > 0 && <PayoutTable payouts={shown.items} />}
          {shown?.hasMore === true && (
            <button type="button" onClick={() => setLimit(limit + pageSize)}>
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
