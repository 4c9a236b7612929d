import type { DailyTotals } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { grouping, won } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { dayAfter, weekdayOf } from "../time/seoul.ts";

type Day = DailyTotals["items"][number];
type Total = Day["paid"];

interface TodayProps {
  readonly today: string;
  readonly days: readonly Day[];
}

const none: Total = { amount: 0, count: 0 };

/** Today beside the whole same weekday of the week before. */
export function Today({ today, days }: TodayProps) {
  const totals = (day: string) => days.find((one) => one.day === day);
  const [now, before] = [totals(today), totals(dayAfter(today, -7))];
  const weekday = weekdayOf(today);
  const rows = [
    ["paid", say("결제", "Paid"), `payments?from=${today}&to=${today}`],
    ["canceled", say("취소", "Canceled"), undefined],
    ["refused", say("결제 실패", "Failed"), `payments?from=${today}&to=${today}&status=ABORTED`],
  ] as const;
  return (
    <section aria-label={say("오늘", "Today")}>
      <table class="today">
        <thead>
          <tr>
            <td />
            <th class="amount">{say("오늘", "Today")}</th>
            <th class="amount">{say(`지난주 ${weekday}요일 하루`, `All of last ${weekday}`)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, title, page]) => (
            <tr key={name}>
              <th scope="row">{page === undefined ? title : <PageLink to={page}>{title}</PageLink>}</th>
              <td class="amount now">
                <Sum total={now?.[name] ?? none} />
              </td>
              <td class="amount">
                <Sum total={before?.[name] ?? none} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Sum({ total: { amount, count } }: { readonly total: Total }) {
  return (
    <>
      <span class="sum">{won(amount)}</span>
      <span class="under">{say(`${grouping(count)}건`, `× ${grouping(count)}`)}</span>
    </>
  );
}
