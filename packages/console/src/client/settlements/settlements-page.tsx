import type { SettlementList, Balance } from "@wonflow/client";
import { FileLink, PageLink } from "../address/page-link.tsx";
import { grouping, won } from "../amount/won.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { language, say } from "../language/language.ts";
import { Loading } from "../live/loading.tsx";
import { useOperator } from "../session/session.ts";
import { monthAfter, monthIn, monthText, dayText } from "../time/seoul.ts";
import { useToday } from "../time/moment.tsx";
import { SettlementCalendar } from "./settlement-calendar.tsx";
import { settledDays, sumOf, type Sums } from "./settled-days.ts";
import { AmountLine } from "../amount/amount-line.tsx";
import { useLive, useRead, type Reading } from "../live/use-live.ts";

interface SettlementsPageProps {
  readonly query: URLSearchParams;
}

/** A month of settlements: how much on which day and why, and which sales settle when. */
export function SettlementsPage({ query }: SettlementsPageProps) {
  const { mId } = useOperator();
  const today = useToday();
  const month = monthIn(query, today);
  const { name, first, last } = month;
  const { value, problem } = useSettlements(first, last);
  const file = `merchants/${mId}/settlements.csv?from=${first}&to=${last}&language=${language()}`;
  return (
    <>
      <PageTitle beside={<FileLink path={file}>{say("엑셀 파일(CSV)", "Spreadsheet (CSV)")}</FileLink>}>
        {say("정산", "Settlements")}
      </PageTitle>
      <nav class="months" aria-label={say("달", "Months")}>
        <PageLink to={`settlements?month=${monthAfter(name, -1)}`}>{say("지난달", "Month before")}</PageLink>
        <h2>{monthText(name)}</h2>
        <PageLink to={`settlements?month=${monthAfter(name, 1)}`}>{say("다음 달", "Month after")}</PageLink>
      </nav>
      <Loading value={value} problem={problem} />
      {value !== undefined && <Days settlements={value} />}
      <SettlementCalendar month={month} settlements={value ?? []} />
    </>
  );
}

interface DaysProps {
  readonly settlements: SettlementList;
}

function Days({ settlements }: DaysProps) {
  const days = settledDays(settlements);
  if (days.length === 0) {
    return <p class="empty card">{say("이 달에 정산된 금액이 없어요.", "Nothing was settled in this month.")}</p>;
  }
  return (
    <table class="rows settled">
      <thead>
        <tr>
          <th>{say("정산한 날", "Settled on")}</th>
          <th class="amount wide">{say("건수", "Lines")}</th>
          <th class="amount wide">{say("거래액", "Gross")}</th>
          <th class="amount wide">{say("수수료", "Fee")}</th>
          <th class="amount wide">{say("부가세", "VAT")}</th>
          <th class="amount">{say("정산 금액", "Net")}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, ...sums }) => (
          <tr key={day}>
            <td>
              <PageLink to={`settlements/${day}`} class="row-link">
                {dayText(day)}
              </PageLink>
              <span class="under narrow">{arithmetic(sums)}</span>
            </td>
            <Cells sums={sums} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say("합계", "Sum")}</th>
          <Cells sums={sumOf(days)} />
        </tr>
      </tfoot>
    </table>
  );
}

/** `10,000 − 330 − 33`, below a day in a narrow window. */
function arithmetic({ gross, fee, vat }: Sums): string {
  return `${grouping(gross)} − ${grouping(fee)} − ${grouping(vat)}`;
}

function Cells({ sums: { lines, gross, fee, vat, net } }: { readonly sums: Sums }) {
  return (
    <>
      <td class="amount wide">{grouping(lines)}</td>
      <td class="amount wide">{won(gross)}</td>
      <td class="amount wide">{won(-fee)}</td>
      <td class="amount wide">{won(-vat)}</td>
      <td class="amount net">{won(net)}</td>
    </>
  );
}

interface SettlementSumsProps {
  readonly sums: Omit<Sums, "lines">;
  /** Of the gross amount. */
  readonly title: string;
}

/** The arithmetic of a settlement: gross, less the fee and its VAT, is net. */
export function SettlementSums({ sums: { gross, fee, vat, net }, title }: SettlementSumsProps) {
  return (
    <dl class="sums">
      <AmountLine title={title} amount={gross} />
      <AmountLine title={say("수수료", "Fee")} amount={-fee} />
      <AmountLine title={say("수수료의 부가세 (10%)", "VAT on the fee (10%)")} amount={-vat} />
      <AmountLine title={say("정산 금액", "Net")} amount={net} isSum />
    </dl>
  );
}

/** The settlements of some days. They are long, so they are read again only when the available balance has changed. */
export function useSettlements(from: string, to: string): Reading<SettlementList> {
  const { mId } = useOperator();
  const { value: balance } = useLive<Balance>(`merchants/${mId}/balances`);
  return useRead<SettlementList>(`px/settlements?from=${from}&to=${to}`, balance?.availableAmount.value.toString());
}
