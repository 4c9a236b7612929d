import type { ExpectedSettlements } from "@wonflow/client";
import { grouping, won } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { BarPlot } from "../plot/bar-plot.tsx";
import { useOperator } from "../session/session.ts";
import { dayText, shortDay } from "../time/seoul.ts";

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
