import type { SettlementCalendar as Calendar, SettlementList } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { shortWon } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { useRead } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";
import { type Month, dayText, shortDay, weekdayNames } from "../time/seoul.ts";
import { useToday } from "../time/moment.tsx";
import { settledDays } from "./settled-days.ts";

interface SettlementCalendarProps {
  readonly month: Month;
  readonly settlements: SettlementList;
}

type Day = Calendar["items"][number];

/** Which sales settle when, and why: banks are closed on weekends and holidays. */
export function SettlementCalendar({ month, settlements }: SettlementCalendarProps) {
  const { mId } = useOperator();
  const today = useToday();
  const { first, last } = month;
  const { value } = useRead<Calendar>(`merchants/${mId}/settlement-days?from=${first}&to=${last}`, today);
  if (value === undefined) return null;
  const nets = new Map(settledDays(settlements).map(({ day, net }) => [day, net]));
  const cells: readonly (Day | undefined)[] = [...Array<undefined>(new Date(first).getUTCDay()), ...value.items];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return (
    <section class="card" aria-labelledby="calendar">
      <h2 id="calendar">{say("언제 정산될까요", "What settles when")}</h2>
      <p class="hint">
        {say(
          "화살표는 그날 결제된 금액이 정산되는 날이에요. 은행이 쉬는 날은 세지 않아요.",
          "The arrow names the day on which that day’s sales settle. Days on which banks are closed don’t count.",
        )}
      </p>
      <table class="calendar">
        <thead>
          <tr>
            {weekdayNames().map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={index}>
              {week.map((day, place) =>
                day === undefined ? (
                  <td key={place} />
                ) : (
                  <DayCell key={place} day={day} net={nets.get(day.day)} isToday={day.day === today} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface DayCellProps {
  readonly day: Day;
  readonly net: number | undefined;
  readonly isToday: boolean;
}

function DayCell({ day: { day, isBusinessDay, reason, settlesOn }, net, isToday }: DayCellProps) {
  const closed = reason === "WEEKEND" ? say("주말", "Weekend") : say("휴일", "Holiday");
  return (
    <td class={`${isBusinessDay === false ? "closed" : ""}${isToday ? " today" : ""}`}>
      <b>{Number(day.slice(8))}</b>
      {reason !== null && <span class="reason">{closed}</span>}
      {settlesOn !== null && (
        <span
          class="settles"
          title={say(
            `${dayText(day)} 결제는 ${dayText(settlesOn)}에 정산돼요`,
            `Sales of ${dayText(day)} settle on ${dayText(settlesOn)}`,
          )}
        >
          <span class="arrow" aria-hidden="true">
            →{" "}
          </span>
          <span class="sr">{say("결제 정산일", "settles on")} </span>
          {shortDay(settlesOn)}
        </span>
      )}
      {net !== undefined && <PageLink to={`settlements/${day}`}>{shortWon(net)}</PageLink>}
    </td>
  );
}
