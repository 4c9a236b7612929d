import type { Timeline as History } from "@wonflow/client";
import { useState } from "preact/hooks";
import { problemText } from "../call/call.ts";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { Moment } from "../time/moment.tsx";
import { serviceNow } from "../time/seoul.ts";
import { eventText } from "./event-text.ts";

interface TimelineProps {
  /** The route that answers it. */
  readonly path: string;
}

/** The history of a payment or payout, from its records. */
export function Timeline({ path }: TimelineProps) {
  const { value, problem } = useLive<History>(path);
  const [hasAll, setAll] = useState(false);
  return (
    <section class="card" aria-labelledby="timeline">
      <div class="title">
        <h2 id="timeline">{say("지나온 일", "History")}</h2>
        <label class="check">
          <input type="checkbox" checked={hasAll} onChange={({ currentTarget }) => setAll(currentTarget.checked)} />
          {say("PG사 요청과 장부도 보기", "With calls and ledger entries")}
        </label>
      </div>
      {problem !== undefined && <p class="alert">{problemText(problem)}</p>}
      {value === undefined && problem === undefined && <p class="waiting">{say("불러오는 중이에요", "Loading")}</p>}
      {value !== undefined && <Events history={value} hasAll={hasAll} />}
    </section>
  );
}

interface EventsProps {
  readonly history: History;
  readonly hasAll: boolean;
}

function Events({ history: { items, hasMore }, hasAll }: EventsProps) {
  const events = items.map((item) => ({ ...item, ...eventText(item) }));
  const now = serviceNow();
  return (
    <>
      <ol class="timeline">
        {events.map(({ at, title, note, look }, index) => {
          if (look === "minor" && !hasAll) return null;
          const isToCome = at !== null && Date.parse(at) > now;
          return (
            <li key={index} class={`${look}${isToCome ? " to-come" : ""}`}>
              <p>
                {title}
                {note !== "" && <span class="under">{note}</span>}
              </p>
              {at !== null && <Moment at={at} seconds={!isToCome} />}
            </li>
          );
        })}
      </ol>
      {hasMore && <p class="hint">{say("더 있는 일은 여기에 나오지 않아요.", "There is more than is shown here.")}</p>}
    </>
  );
}
