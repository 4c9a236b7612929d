import type { DailyTotals } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { problemText } from "../call/problem-text.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";
import { dayAfter } from "../time/seoul.ts";
import { useToday } from "../time/use-today.ts";
import { NeedsReview } from "./needs-review.tsx";
import { Money } from "./money.tsx";
import { SalesPlot } from "./sales-plot.tsx";
import { SettlementPlot } from "./settlement-plot.tsx";
import { Today } from "./today.tsx";

interface OverviewPageProps {
  readonly query: URLSearchParams;
}

/** How a shop's day goes, and what is to be done. */
export function OverviewPage({ query }: OverviewPageProps) {
  const { mId } = useOperator();
  const today = useToday();
  const span = query.get("days") === "90" ? 90 : 30;
  const from = dayAfter(today, 1 - span);
  const { value, problem } = useLive<DailyTotals>(`merchants/${mId}/daily-totals?from=${from}&to=${today}`);
  return (
    <>
      <PageTitle>{say("한눈에", "Overview")}</PageTitle>
      {problem !== undefined && <p class="alert">{problemText(problem)}</p>}
      <div class="columns">
        <div>
          {value === undefined ? (
            <p class="waiting">{say("불러오는 중이에요", "Loading")}</p>
          ) : (
            <>
              <Today today={today} days={value.items} />
              <SalesPlot days={value.items} beside={<Spans span={span} />} />
            </>
          )}
        </div>
        <div>
          <NeedsReview />
          <Money />
          <SettlementPlot />
        </div>
      </div>
    </>
  );
}

function Spans({ span }: { readonly span: number }) {
  return (
    <ul class="short-cuts">
      {[30, 90].map((days) => (
        <li key={days}>
          <PageLink to={days === 30 ? "" : `?days=${days}`} current={span === days ? "page" : undefined}>
            {say(`${days}일`, `${days} days`)}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
