import type { DailyTotals, ExpectedSettlements } from "@wonflow/client";
import type { ComponentChildren } from "preact";
import { won, grouping } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { BarPlot } from "../plot/bar-plot.tsx";
import { dayText, shortDay } from "../time/seoul.ts";
import { useLive } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";

interface SalesPlotProps {
  readonly days: DailyTotals["items"];
  readonly beside: ComponentChildren;
}

/** The payments of each day, and below the line its refunds. */
export function SalesPlot({ days, beside }: SalesPlotProps) {
  const sum = (of: "paid" | "canceled") => days.reduce((total, day) => total + day[of].amount, 0);
  const title = say("날마다 결제하고 취소한 금액", "Paid and canceled each day");
  return (
    <section class="card" aria-labelledby="sales">
      <div class="title">
        <h2 id="sales">{title}</h2>
        {beside}
      </div>
      <p class="hint">
        {say(
          `모두 ${won(sum("paid"))} 결제, ${won(sum("canceled"))} 취소`,
          `${won(sum("paid"))} paid, ${won(sum("canceled"))} canceled in all`,
        )}
      </p>
      <BarPlot
        title={title}
        days={days.map(({ day }) => ({ label: shortDay(day), title: dayText(day) }))}
        series={[
          { title: say("결제", "Paid"), values: days.map(({ paid }) => paid.amount), color: "--accent" },
          { title: say("취소", "Canceled"), values: days.map(({ canceled }) => -canceled.amount), color: "--bad" },
        ]}
      />
    </section>
  );
}

/** What is still to be settled, by the day on which it will be. */
export function SettlementPlot() {
  const { mId } = useOperator();
  const { value } = useLive<ExpectedSettlements>(`merchants/${mId}/expected-settlements`);
  if (value === undefined) return null;
  const dated = value.items.flatMap(({ day, ...one }) => (day === null ? [] : [{ day, ...one }]));
  const undated = value.items.filter(({ day }) => day === null);
  const title = say("앞으로 정산될 금액", "To be settled");
  return (
    <section class="card" aria-labelledby="expected">
      <h2 id="expected">{title}</h2>
      {value.items.length === 0 && (
        <p>{say("정산을 기다리는 결제가 없어요.", "No payment waits for its settlement.")}</p>
      )}
      {dated.length > 0 && (
        <BarPlot
          title={title}
          days={dated.map(({ day, count }) => ({
            label: shortDay(day),
            title: `${dayText(day)} · ${say(`${grouping(count)}건`, `${grouping(count)} lines`)}`,
          }))}
          series={[
            { title: say("정산될 금액", "To be settled"), values: dated.map(({ amount }) => amount), color: "--good" },
          ]}
        />
      )}
      {undated.map(({ amount, count }) => (
        <p class="hint" key="undated">
          {say(
            `정산일을 아직 모르는 금액: ${won(amount)} (${grouping(count)}건)`,
            `Without a day yet: ${won(amount)} (${grouping(count)} lines)`,
          )}
        </p>
      ))}
    </section>
  );
}
