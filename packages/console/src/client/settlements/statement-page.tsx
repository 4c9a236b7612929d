import type { Settlement } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { grouping, won } from "../amount/won.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { Loading } from "../live/loading.tsx";
import { useOperator } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";
import { dayText } from "../time/seoul.ts";
import { sumOf, sumsOf, type Sums } from "./settled-days.ts";
import { SettlementSums, useSettlements } from "./settlements-page.tsx";

interface StatementPageProps {
  readonly day: string;
}

/** All that was settled on one day, line by line, as a statement for the books. */
export function StatementPage({ day }: StatementPageProps) {
  const { mId, mode } = useOperator();
  const { value, problem } = useSettlements(day, day);
  const title = say(`${dayText(day, { year: true })} 정산`, `Settled on ${dayText(day, { year: true })}`);
  return (
    <>
      <PageTitle
        beside={
          <button type="button" onClick={() => window.print()}>
            {say("인쇄", "Print")}
          </button>
        }
      >
        {title}
      </PageTitle>
      <p class="hint on-paper">
        {say(`상점 ${mId}`, `Merchant ${mId}`)}
        {mode === "test" && say(" · 테스트 결제", " · test payments")}
      </p>
      <Loading value={value} problem={problem}>
        {value?.length === 0 && (
          <p class="empty card">{say("이날 정산된 금액이 없어요.", "Nothing was settled on this day.")}</p>
        )}
      </Loading>
      {value !== undefined && value.length > 0 && <Arithmetic sums={sumOf(value.map(sumsOf))} />}
      {value?.map((settlement) => (
        <Lines key={settlement.settlementId} settlement={settlement} />
      ))}
    </>
  );
}

function Arithmetic({ sums }: { readonly sums: Sums }) {
  const lines = grouping(sums.lines);
  return (
    <section class="card" aria-labelledby="arithmetic">
      <h2 id="arithmetic">{say("정산 금액", "Net")}</h2>
      <SettlementSums title={say(`거래액 (${lines}건)`, `Gross (${lines} lines)`)} sums={sums} />
    </section>
  );
}

function Lines({ settlement: { settlementId, settledAt, lines } }: { readonly settlement: Settlement }) {
  return (
    <section aria-label={settlementId}>
      <p class="hint">
        <span class="code">{settlementId}</span> · <Moment at={settledAt} />
      </p>
      <table class="statement">
        <thead>
          <tr>
            <th>{say("주문번호", "Order id")}</th>
            <th class="amount">{say("거래액", "Gross")}</th>
            <th class="amount wide">{say("요율", "Rate")}</th>
            <th class="amount wide">{say("수수료", "Fee")}</th>
            <th class="amount wide">{say("부가세", "VAT")}</th>
            <th class="amount">{say("정산 금액", "Net")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <td class="code">
                <PageLink to={`payments?find=${line.orderId}&by=orderId`}>{line.orderId}</PageLink>
              </td>
              <td class="amount">{won(line.transactionAmount)}</td>
              <td class="amount wide">{line.feeRate}%</td>
              <td class="amount wide">{won(-line.feeAmount)}</td>
              <td class="amount wide">{won(-line.vatAmount)}</td>
              <td class="amount">{won(line.settledAmount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
