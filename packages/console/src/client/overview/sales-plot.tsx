import type { DailyTotals } from "@wonflow/client";
import type { ComponentChildren } from "preact";
import { won } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { BarPlot } from "../plot/bar-plot.tsx";
import { dayText, shortDay } from "../time/seoul.ts";

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
