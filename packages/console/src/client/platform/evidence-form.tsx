import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { typedWon, won } from "../amount/won.ts";
import { describedBy, Field, useFocused } from "../form/field.tsx";
import { useWish, WishProblem } from "../form/wish.tsx";
import { say } from "../language/language.ts";
import { hasTime, isGivenBack, type AnswerText, type Outcome } from "./answers.ts";
import { OtherOutcome, Repeated, type Entered } from "./entered-before.tsx";
import { atOf, timeProblem, timeText } from "../time/seoul.ts";

interface EvidenceFormProps {
  /** Distinguishes the fields of several forms of a page. */
  readonly id: string;
  /** The route that takes the evidence. */
  readonly path: string;
  readonly answers: readonly AnswerText[];
  /** The refunded won, if known. */
  readonly amount?: number | null;
  /** The earliest time that it may name, where that is known here. */
  readonly since?: string | undefined;
  readonly onResolved: () => void;
  readonly onClose: () => void;
}

interface Typed {
  readonly outcome: Outcome | undefined;
  readonly at: string;
  readonly amount: string;
  readonly note: string;
  readonly separate: boolean;
}

const longestNote = 500;

type Problems = Readonly<Partial<Record<keyof Typed, string>>>;

/** The fields that are missing or wrong, each with why. */
function problemsOf({ outcome, at, amount, note }: Typed, since: string | undefined): Problems {
  const isAmount = amount === "" || (typedWon(amount) ?? 0) >= 1;
  const wrongTime = outcome !== undefined && hasTime(outcome) ? timeProblem(at, since) : undefined;
  return {
    ...(outcome === undefined && { outcome: say("하나를 골라 주세요.", "Choose one.") }),
    ...(wrongTime !== undefined && { at: wrongTime }),
    ...(outcome !== undefined && isGivenBack(outcome) && !isAmount
      ? { amount: say("1원 이상을 숫자로 적어 주세요.", "A number of won, 1 or more.") }
      : {}),
    ...(note.trim() === "" && { note: say("무엇을 보고 알았는지 적어 주세요.", "Say where this is known from.") }),
  };
}

function bodyOf({ outcome, at, amount, note, separate }: Typed): object {
  const won = typedWon(amount);
  return {
    outcome,
    note: note.trim(),
    ...(outcome !== undefined && hasTime(outcome) && { at: atOf(at) }),
    ...(outcome !== undefined && isGivenBack(outcome) && won !== undefined && { amount: won }),
    ...(outcome !== undefined && isGivenBack(outcome) && separate && { separate }),
  };
}

/** Asks for the outcome and its evidence, shows the effect, and records it after a second press. */
export function EvidenceForm({ id, path, answers, amount, since, onResolved, onClose }: EvidenceFormProps) {
  const [typed, setTyped] = useState<Typed>({
    outcome: undefined,
    at: "",
    amount: amount === null || amount === undefined ? "" : String(amount),
    note: "",
    separate: false,
  });
  const [repeated, setRepeated] = useState<Entered>();
  const [isPressed, setPressed] = useState(false);
  const [isSure, setSure] = useState(false);
  const { isSending, problem, send } = useWish();
  const problems = problemsOf(typed, since);
  const answer = answers.find(({ outcome }) => outcome === typed.outcome);
  const needsSeparate = !typed.separate && problem?.details.some(({ field }) => field === "separate") === true;

  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPressed(true);
    if (Object.keys(problems).length > 0) return;
    if (!isSure) return setSure(true);
    const answer = await send<{ readonly entered?: Entered | null }>({ method: "POST", path, body: bodyOf(typed) });
    const entered = answer?.ok === true ? (answer.value.entered ?? undefined) : undefined;
    setRepeated(entered?.isRepeat === true ? entered : undefined);
    if (answer?.ok === true && entered?.isRepeat !== true) onResolved();
    else setSure(false);
  };
  const change = (more: Partial<Typed>) => setTyped({ ...typed, ...more });
  return (
    <form class="evidence" onSubmit={(event) => void submit(event)} aria-busy={isSending}>
      <fieldset hidden={isSure} disabled={isSure || isSending}>
        <Answers id={id} answers={answers} chosen={typed.outcome} onChosen={(outcome) => change({ outcome })} />
        {isPressed && problems.outcome !== undefined && <p class="wrong">{problems.outcome}</p>}
        <How id={id} typed={typed} problems={isPressed ? problems : {}} onTyped={change} />
      </fieldset>
      {isSure && answer !== undefined && <Sure answer={answer} typed={typed} />}
      {repeated !== undefined && !isSure && <Repeated entered={repeated} />}
      {!isSure && needsSeparate && <OtherOutcome />}
      <WishProblem problem={problem} titles={titlesOf()} once />
      <div class="buttons">
        <button class={isSure ? "danger" : "primary"} aria-disabled={isSending}>
          {buttonText({ isSending, isSure })}
        </button>
        <button type="button" disabled={isSending} onClick={() => (isSure ? setSure(false) : onClose())}>
          {isSure ? say("고치기", "Change it") : say("닫기", "Close")}
        </button>
      </div>
    </form>
  );
}

function titlesOf(): Readonly<Record<string, string>> {
  return {
    outcome: say("결과", "Outcome"),
    at: say("처리된 때", "When"),
    amount: say("돌려준 금액", "Refunded amount"),
    note: say("어떻게 알았나요", "How it is known"),
    separate: say("같은 날, 같은 금액의 다른 건", "A separate one of that day"),
  };
}

function buttonText({ isSending, isSure }: { readonly isSending: boolean; readonly isSure: boolean }): string {
  if (isSending) return say("확정하는 중이에요", "Sending");
  return isSure ? say("이대로 확정하기", "Yes, enter it") : say("다음", "Next");
}

interface AnswersProps {
  readonly id: string;
  readonly answers: readonly AnswerText[];
  readonly chosen: Outcome | undefined;
  readonly onChosen: (outcome: Outcome) => void;
}

function Answers({ id, answers, chosen, onChosen }: AnswersProps) {
  const first = useFocused<HTMLInputElement>();
  return (
    <div class="answers" role="radiogroup" aria-label={say("결과", "Outcome")}>
      {answers.map(({ outcome, title, effect, checked, notHere }, index) => (
        <label key={outcome}>
          <input
            ref={index === 0 ? first : null}
            type="radio"
            name={`${id}-outcome`}
            value={outcome}
            checked={chosen === outcome}
            disabled={notHere !== undefined}
            onChange={() => onChosen(outcome)}
          />
          <span>
            <b>{title}</b>
            {notHere !== undefined ? (
              <span class="under">{notHere}</span>
            ) : (
              <>
                <span class="under">{effect}</span>
                <span class="under">
                  {say("먼저 확인할 것: ", "Before you say so: ")}
                  {checked}
                </span>
              </>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}

interface HowProps {
  readonly id: string;
  readonly typed: Typed;
  readonly problems: Problems;
  readonly onTyped: (more: Partial<Typed>) => void;
}

function How({ id, typed: { outcome, at, amount, note, separate }, problems, onTyped }: HowProps) {
  const titles = titlesOf();
  const noteHint = say("예: PG사 11월 25일 승인 목록", "Such as: the gateway’s list of 25 November");
  return (
    <>
      <div class="fields">
        {outcome !== undefined && hasTime(outcome) && (
          <Field id={`${id}-at`} label={say("처리된 때 (서울)", "When, in Seoul")} wrong={problems.at}>
            <input
              id={`${id}-at`}
              type="datetime-local"
              value={at}
              aria-invalid={problems.at !== undefined}
              aria-describedby={describedBy(`${id}-at`, { hint: undefined, wrong: problems.at })}
              onInput={({ currentTarget }) => onTyped({ at: currentTarget.value })}
            />
          </Field>
        )}
        {outcome !== undefined && isGivenBack(outcome) && (
          <AmountField id={id} amount={amount} wrong={problems.amount} onTyped={onTyped} />
        )}
      </div>
      {outcome !== undefined && isGivenBack(outcome) && (
        <label class="choice">
          <input
            type="checkbox"
            checked={separate}
            onChange={({ currentTarget }) => onTyped({ separate: currentTarget.checked })}
          />
          {say(
            "이미 적은 건과 날짜와 금액이 같지만 다른 건이에요",
            "Another of this amount on that day is entered already; this is a separate one",
          )}
        </label>
      )}
      <Field id={`${id}-note`} label={titles["note"] ?? ""} wrong={problems.note} hint={noteHint}>
        <textarea
          id={`${id}-note`}
          rows={2}
          maxLength={longestNote}
          value={note}
          aria-invalid={problems.note !== undefined}
          aria-describedby={describedBy(`${id}-note`, { hint: noteHint, wrong: problems.note })}
          onInput={({ currentTarget }) => onTyped({ note: currentTarget.value })}
        />
      </Field>
    </>
  );
}

interface AmountFieldProps extends Pick<HowProps, "id" | "onTyped"> {
  readonly amount: string;
  readonly wrong: string | undefined;
}

function AmountField({ id, amount, wrong, onTyped }: AmountFieldProps) {
  return (
    <Field
      id={`${id}-amount`}
      label={titlesOf()["amount"] ?? ""}
      wrong={wrong}
      hint={say("비워 두면 남은 금액 모두", "All that remains if left empty")}
    >
      <input
        id={`${id}-amount`}
        class="amount"
        inputMode="numeric"
        autocomplete="off"
        value={amount}
        aria-invalid={wrong !== undefined}
        aria-describedby={describedBy(`${id}-amount`, { hint: " ", wrong })}
        onInput={({ currentTarget }) => onTyped({ amount: currentTarget.value })}
      />
    </Field>
  );
}

interface SureProps {
  readonly answer: AnswerText;
  readonly typed: Typed;
}

/** What is about to be recorded, which can't be undone. */
function Sure({ answer: { outcome, title, effect }, typed: { at, amount, note, separate } }: SureProps) {
  const shown = useFocused<HTMLDivElement>();
  const given = typedWon(amount);
  return (
    <div ref={shown} class="notice warning" tabIndex={-1} role="group" aria-label={say("확인", "Are you sure?")}>
      <p>
        <b>{title}</b>
        {hasTime(outcome) && ` · ${timeText(at)}`}
        {isGivenBack(outcome) && ` · ${given === undefined ? say("남은 금액 모두", "all that remains") : won(given)}`}
      </p>
      {isGivenBack(outcome) && separate && <p>{titlesOf()["separate"]}</p>}
      <p>{effect}</p>
      <p>“{note.trim()}”</p>
      <p>{say("한번 확정하면 되돌릴 수 없어요.", "This can’t be undone.")}</p>
    </div>
  );
}
