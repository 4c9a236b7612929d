import type { TargetedSubmitEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { goTo, queryOf } from "../address/address.ts";
import { grouping } from "../amount/won.ts";
import { type Problem, problemText } from "../call/call.ts";
import { Choice, Field, typedIn } from "../form/field.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { read } from "../session/session.ts";
import { dayAfter, dayOf, dayText, serviceNow } from "../time/seoul.ts";
import { DifferenceCard } from "./difference-card.tsx";
import type { Difference } from "./difference.ts";
import { merchantText } from "./waiting.ts";

/** As `GET …/reconciliations/{day}` answers it. */
interface Reconciliation {
  readonly day: string;
  readonly payments: number;
  readonly payouts: number;
  readonly differences: readonly Difference[];
  readonly unanswered: readonly string[];
}

interface Asked {
  readonly mId: number;
  readonly mode: "test" | "live";
  readonly day: string;
}

function askedIn(query: URLSearchParams): Asked | undefined {
  const [mId, mode, day] = ["mId", "mode", "day"].map((name) => query.get(name) ?? "");
  const isAsked = /^[1-9]\d{0,14}$/.test(mId ?? "") && (mode === "test" || mode === "live");
  return isAsked && /^\d{4}-\d\d-\d\d$/.test(day ?? "") ? { mId: Number(mId), mode, day: day ?? "" } : undefined;
}

interface ReconciliationPageProps {
  readonly query: URLSearchParams;
}

/** A day of a merchant, compared three ways. The address holds the merchant and the day. */
export function ReconciliationPage({ query }: ReconciliationPageProps) {
  const asked = askedIn(query);
  return (
    <>
      <PageTitle>{say("대사", "Reconciliation")}</PageTitle>
      <p class="hint">
        {say(
          "지난 하루의 결제와 지급을 우리 장부, 제공자의 기록, 은행 거래 내역과 견줘 봐요. 바꾸는 것은 없어요.",
          "Compares the payments and payouts of a past day with the providers’ records and the bank’s statement. It changes nothing.",
        )}
      </p>
      <AskForm query={query} />
      {asked !== undefined && <Compared asked={asked} />}
    </>
  );
}

function AskForm({ query }: ReconciliationPageProps) {
  const yesterday = dayAfter(dayOf(serviceNow()), -1);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { mId, mode, day } = typedIn(event.currentTarget);
    goTo(`platform/reconciliation${queryOf({ mId, mode, day })}`);
  };
  return (
    <form class="card" onSubmit={submit}>
      <div class="fields">
        <Field id="reconcile-merchant" label={say("상점 번호", "Merchant number")}>
          <input
            id="reconcile-merchant"
            name="mId"
            inputMode="numeric"
            pattern="[1-9][0-9]{0,14}"
            required
            defaultValue={query.get("mId") ?? ""}
          />
        </Field>
        <Field id="reconcile-mode" label={say("환경", "Mode")}>
          <Choice
            id="reconcile-mode"
            name="mode"
            initial={query.get("mode") ?? "live"}
            options={[
              ["live", say("실거래", "Live")],
              ["test", say("테스트", "Test")],
            ]}
          />
        </Field>
        <Field id="reconcile-day" label={say("날짜", "Day")}>
          <input
            id="reconcile-day"
            name="day"
            type="date"
            required
            max={yesterday}
            defaultValue={query.get("day") ?? yesterday}
          />
        </Field>
      </div>
      <button class="primary">{say("견줘 보기", "Compare")}</button>
    </form>
  );
}

/** The providers are asked about each payment of the day. */
const patienceMs = 120_000;

function refusalText(problem: Problem): string {
  if (problem.code !== "INVALID_REQUEST") return problemText(problem);
  return say("서울에서 이미 지난 날만 견줄 수 있어요.", "Only a day that is over in Seoul can be compared.");
}

interface ComparedProps {
  readonly asked: Asked;
}

function Compared({ asked }: ComparedProps) {
  const { mId, mode, day } = asked;
  const [compared, setCompared] = useState<Reconciliation>();
  const [problem, setProblem] = useState<Problem>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    const compare = async () => {
      const path = `platform/merchants/${mId}/${mode}/reconciliations/${day}`;
      const answer = await read<Reconciliation>(path, stopped.signal, patienceMs);
      if (stopped.signal.aborted) return;
      if (answer.ok) setCompared(answer.value);
      setProblem(answer.ok ? undefined : answer.problem);
    };
    void compare();
    return () => stopped.abort();
  }, [mId, mode, day, round]);
  if (compared === undefined) {
    return (
      <div role="status">
        {problem === undefined ? (
          <p class="waiting">{say("제공자에게 하나씩 물어보는 중이에요", "Asking the providers one by one")}</p>
        ) : (
          <p class="alert">{refusalText(problem)}</p>
        )}
      </div>
    );
  }
  const { differences, unanswered, payments, payouts } = compared;
  const isClean = differences.length === 0 && unanswered.length === 0;
  const of = `${merchantText(asked)} · ${dayText(compared.day, { year: true })}`;
  return (
    <section aria-labelledby="compared">
      <div class="title">
        <h2 id="compared">{of}</h2>
      </div>
      <div role="status">
        <p class={`notice ${isClean ? "good" : "warning"}`}>
          {say(
            `결제 ${grouping(payments)}건, 지급 ${grouping(payouts)}건을 견줘 봤어요. 다른 것 ${grouping(differences.length)}건.`,
            `Compared ${grouping(payments)} payments and ${grouping(payouts)} payouts. Differences: ${grouping(differences.length)}.`,
          )}
        </p>
      </div>
      {unanswered.length > 0 && (
        <p class="alert">
          {say("제공자가 답하지 않은 것: ", "A provider did not answer about: ")}
          <span class="code">{unanswered.join(", ")}</span>
        </p>
      )}
      <ul class="matters">
        {differences.map((difference) => (
          <DifferenceCard
            key={`${difference.about} ${difference.kind} ${difference.reference}`}
            tenant={asked}
            difference={difference}
            onResolved={() => setRound(round + 1)}
          />
        ))}
      </ul>
    </section>
  );
}
