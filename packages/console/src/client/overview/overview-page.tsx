import type { DailyTotals, Balance, NextTransfer, Attention } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { problemText } from "../call/call.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";
import { dayAfter, weekdayOf, dayText, momentText } from "../time/seoul.ts";
import { useToday, Moment } from "../time/moment.tsx";
import { SalesPlot, SettlementPlot } from "./plots.tsx";
import { grouping, won } from "../amount/won.ts";
import { AmountLine } from "../amount/amount-line.tsx";

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

type Day = DailyTotals["items"][number];
type Total = Day["paid"];

interface TodayProps {
  readonly today: string;
  readonly days: readonly Day[];
}

const none: Total = { amount: 0, count: 0 };

/** Today beside the whole same weekday of the week before. */
function Today({ today, days }: TodayProps) {
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

/** What the merchant has, what is still to come, and when it is transferred. */
export function Money() {
  const { mId } = useOperator();
  const { value: balance } = useLive<Balance>(`merchants/${mId}/balances`);
  const { value: transfer } = useLive<NextTransfer>(`merchants/${mId}/next-transfer`);
  return (
    <section class="card" aria-labelledby="money">
      <h2 id="money">{say("잔액", "Balance")}</h2>
      {balance !== undefined && (
        <dl class="sums">
          <AmountLine title={say("쓸 수 있는 잔액", "Available")} amount={balance.availableAmount.value} isSum />
          <AmountLine title={say("정산 예정", "Pending")} amount={balance.pendingAmount.value} />
        </dl>
      )}
      {transfer !== undefined && <p class="hint">{transferText(transfer)}</p>}
    </section>
  );
}

function transferText({ enabled, transferAt, payoutDate, amount }: NextTransfer): string {
  if (!enabled) return say("매일 이체를 쓰지 않아요.", "There is no daily transfer.");
  if (transferAt === null || payoutDate === null) {
    return say("다음 이체일을 아직 몰라요.", "The next transfer’s day is not known yet.");
  }
  if (amount === 0)
    return say("아직 이체할 금액이 없어요.", "No transfer is expected yet: there is no amount to send.");
  const [at, day] = [momentText(transferAt), dayText(payoutDate)];
  return say(
    `다음 이체: 지금대로면 ${won(amount)}이 ${at}에 잔액에서 빠지고 ${day}에 입금돼요.`,
    `Next transfer: currently ${won(amount)}, taken at ${at}, arriving on ${day}.`,
  );
}

type Part = Attention["unknownOutcomes"];

/** Everything that needs an operator of the merchant, with links. */
function NeedsReview() {
  const { mId } = useOperator();
  const { value } = useLive<Attention>(`merchants/${mId}/attention`);
  if (value === undefined) return null;
  const parts: readonly (readonly [title: string, part: Part])[] = [
    [say("사람이 확인해야 하는 요청", "Calls to review"), value.flaggedAttempts],
    [say("결과를 아직 모르는 요청", "Calls without an outcome yet"), value.unknownOutcomes],
    [say("확인해야 하는 지급", "Payouts to review"), value.payoutsToReview],
    [say("보내지 못한 웹훅", "Webhooks out of retries"), value.undeliveredWebhooks],
  ];
  const waiting = parts.filter(([, { count }]) => count > 0);
  return (
    <section class="card" aria-labelledby="attention">
      <h2 id="attention">{say("할 일", "To do")}</h2>
      {waiting.length === 0 && <p class="calm">{say("지금은 확인할 일이 없어요.", "Nothing needs your attention.")}</p>}
      {waiting.map(([title, part]) => (
        <Waiting key={title} title={title} part={part} />
      ))}
    </section>
  );
}

interface WaitingProps {
  readonly title: string;
  readonly part: Part;
}

/** A page shows the first of many. */
const mostShown = 5;

function Waiting({ title, part: { count, hasMore, items } }: WaitingProps) {
  const left = count - Math.min(items.length, mostShown);
  return (
    <>
      <h3>
        {title} <span class="badge warning">{`${grouping(count)}${hasMore && count <= items.length ? "+" : ""}`}</span>
      </h3>
      <ul class="to-do">
        {items.slice(0, mostShown).map((item) => (
          <li key={item.id}>
            <About {...item} /> <Moment at={item.since} />
          </li>
        ))}
      </ul>
      {left > 0 && <p class="hint">{say(`외 ${grouping(left)}건`, `and ${grouping(left)} more`)}</p>}
    </>
  );
}

/** The kinds of calls that are about a payment. */
const ofPayments: readonly string[] = ["approval", "cancellation", "reversal"];

function About({ id, kind, about }: Part["items"][number]) {
  const text = `${kindText(kind)} ${about}`;
  if (kind === "webhook") return <PageLink to={`webhooks/${id}`}>{text}</PageLink>;
  if (kind === "payout") return <PageLink to={`payouts/${about}`}>{text}</PageLink>;
  return ofPayments.includes(kind) ? <PageLink to={`payments/${about}`}>{text}</PageLink> : <span>{text}</span>;
}

function kindText(kind: string): string {
  const kinds: Readonly<Record<string, string>> = {
    approval: say("승인", "Approval"),
    cancellation: say("취소", "Cancellation"),
    reversal: say("승인 되돌리기", "Reversal"),
    payout: say("지급", "Payout"),
    webhook: say("웹훅", "Webhook"),
  };
  return kinds[kind] ?? kind;
}
