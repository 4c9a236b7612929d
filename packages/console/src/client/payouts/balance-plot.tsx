import type { Balance, DailyTotals } from "@wonflow/client";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { BarPlot } from "../plot/bar-plot.tsx";
import { useOperator } from "../session/session.ts";
import { dayAfter, dayText, shortDay } from "../time/seoul.ts";
import { useToday } from "../time/moment.tsx";

const days = 30;

/** The available balance at the end of each day: that of now, less all that came after. */
export function balances(changes: readonly number[], now: number): readonly number[] {
  let later = 0;
  return changes
    .toReversed()
    .map((change) => {
      const balance = now - later;
      later += change;
      return balance;
    })
    .toReversed();
}

/** How the available balance went up by settlements, and down by payouts and transfers. */
export function BalancePlot() {
  const { mId } = useOperator();
  const today = useToday();
  const from = dayAfter(today, 1 - days);
  const { value: totals } = useLive<DailyTotals>(`merchants/${mId}/daily-totals?from=${from}&to=${today}`);
  const { value: balance } = useLive<Balance>(`merchants/${mId}/balances`);
  if (totals === undefined || balance === undefined) return null;
  const title = say("쓸 수 있는 잔액, 날마다", "Available at the end of each day");
  const changes = totals.items.map(({ available }) => available);
  return (
    <section class="card" aria-labelledby="balance-plot">
      <h2 id="balance-plot">{title}</h2>
      <BarPlot
        title={title}
        days={totals.items.map(({ day }) => ({ label: shortDay(day), title: dayText(day) }))}
        series={[
          { title: say("잔액", "Balance"), values: balances(changes, balance.availableAmount.value), color: "--good" },
        ]}
      />
    </section>
  );
}
