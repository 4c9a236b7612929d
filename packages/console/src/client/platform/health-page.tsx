import { useEffect, useState } from "preact/hooks";
import { PageLink } from "../address/page-link.tsx";
import { grouping } from "../amount/won.ts";
import { type Problem, problemText } from "../call/call.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { read } from "../session/session.ts";
import { modeText } from "./waiting.ts";

/** `90초`, `12분`, `3시간`, `2일`: in the largest unit of which there are two. */
function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return say(`${seconds}초`, `${seconds} s`);
  if (seconds < 2 * 3_600) return say(`${Math.floor(seconds / 60)}분`, `${Math.floor(seconds / 60)} min`);
  if (seconds < 2 * 86_400) return say(`${Math.floor(seconds / 3_600)}시간`, `${Math.floor(seconds / 3_600)} h`);
  return say(`${Math.floor(seconds / 86_400)}일`, `${Math.floor(seconds / 86_400)} days`);
}

interface ModeBacklog {
  readonly attemptsUnknown: number;
  readonly attemptsFlagged: number;
  readonly payoutsToReview: number;
}

/** As `GET /platform/backlog` answers it. */
interface Backlog {
  readonly live: ModeBacklog;
  readonly test: ModeBacklog;
  readonly webhookLagMs: number;
  readonly work: readonly { readonly kind: string; readonly upkeep: boolean; readonly lateMs: number }[];
}

/** How the service does: what waits, what is late, and what its checks find. */
export function HealthPage() {
  const { value: backlog, problem } = useLive<Backlog>("platform/backlog");
  return (
    <>
      <PageTitle>{say("상태 점검", "Health")}</PageTitle>
      {problem !== undefined && <p class="alert">{problemText(problem)}</p>}
      <div class="columns">
        <Findings />
        {backlog !== undefined && (
          <div>
            <Counts backlog={backlog} />
            <Late backlog={backlog} />
          </div>
        )}
      </div>
    </>
  );
}

interface OfBacklog {
  readonly backlog: Backlog;
}

function Counts({ backlog }: OfBacklog) {
  const rows: readonly (readonly [title: string, count: (of: ModeBacklog) => number])[] = [
    [say("결과를 모르는 호출", "Calls without an outcome"), ({ attemptsUnknown }) => attemptsUnknown],
    [say("사람이 봐야 하는 호출", "Calls to review"), ({ attemptsFlagged }) => attemptsFlagged],
    [say("확인할 지급", "Payouts to review"), ({ payoutsToReview }) => payoutsToReview],
  ];
  return (
    <section class="card" aria-labelledby="counts">
      <h2 id="counts">{say("밀린 일", "Backlog")}</h2>
      <table>
        <thead>
          <tr>
            <th>{say("무엇", "What")}</th>
            <th class="amount">{modeText("live")}</th>
            <th class="amount">{modeText("test")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, count]) => (
            <tr key={title}>
              <td>{title}</td>
              <td class="amount">{grouping(count(backlog.live))}</td>
              <td class="amount">{grouping(count(backlog.test))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        {say("가장 오래 기다린 웹훅: ", "The webhook that waits longest: ")}
        {backlog.webhookLagMs === 0 ? say("없음", "none") : durationText(backlog.webhookLagMs)}.{" "}
        <PageLink to="platform">{say("기다리는 일 보기", "See what waits")}</PageLink>
      </p>
    </section>
  );
}

/** A working process begins due work within moments. */
const lateMs = 60_000;

function Late({ backlog: { work } }: OfBacklog) {
  const late = work.filter((one) => one.lateMs >= lateMs);
  return (
    <section class="card" aria-labelledby="late">
      <h2 id="late">{say("늦은 작업", "Late work")}</h2>
      {late.length === 0 ? (
        <p>{say("늦은 작업이 없어요.", "Nothing is late.")}</p>
      ) : (
        <dl class="facts">
          {late.map(({ kind, upkeep, lateMs: ms }) => (
            <>
              <dt class="code">{kind}</dt>
              <dd>
                {durationText(ms)}{" "}
                {upkeep && <span class="under">{say("뒷정리라 기다리는 사람은 없어요.", "Upkeep, not urgent.")}</span>}
              </dd>
            </>
          ))}
        </dl>
      )}
    </section>
  );
}

/** As `GET /platform/findings` lists it. */
interface Finding {
  readonly check: string;
  readonly status: "ok" | "look" | "wrong";
  readonly found: string;
  readonly action: string | null;
}

/** Read once, and again on request: a check reads a lot. */
function Findings() {
  const [findings, setFindings] = useState<readonly Finding[]>();
  const [problem, setProblem] = useState<Problem>();
  const check = async () => {
    setFindings(undefined);
    setProblem(undefined);
    const answer = await read<{ readonly items: readonly Finding[] }>("platform/findings");
    if (answer.ok) setFindings(answer.value.items);
    else setProblem(answer.problem);
  };
  useEffect(() => void check(), []);
  const isChecking = findings === undefined && problem === undefined;
  return (
    <section class="card" aria-labelledby="findings">
      <div class="title">
        <h2 id="findings">{say("점검 결과", "Findings")}</h2>
        <button type="button" aria-disabled={isChecking} onClick={() => !isChecking && void check()}>
          {isChecking ? say("점검하는 중이에요", "Checking") : say("다시 점검", "Check again")}
        </button>
      </div>
      <div role="status">
        {problem !== undefined && <p class="alert">{problemText(problem)}</p>}
        {findings?.length === 0 && <p>{say("점검하는 것이 없어요.", "This service checks nothing.")}</p>}
      </div>
      <ul class="findings">
        {findings?.map((finding, index) => (
          <FindingItem key={index} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

interface FindingItemProps {
  readonly finding: Finding;
}

/** The command's own words, in English, so that they can be searched for. */
function FindingItem({ finding: { check, status, found, action } }: FindingItemProps) {
  const badges = {
    ok: ["good", say("좋아요", "Well")],
    look: ["warning", say("볼 것", "Look")],
    wrong: ["bad", say("고칠 것", "Wrong")],
  } as const;
  const [look, text] = badges[status];
  return (
    <li>
      <span class={`badge ${look}`}>{text}</span>{" "}
      <span lang="en">
        <b>{check}</b> {found}
        {action !== null && <span class="under">→ {action}</span>}
      </span>
    </li>
  );
}
