import { useState } from "preact/hooks";
import { won } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { isAtLeast, usePerson } from "../session/session.ts";
import { adviceOf, differenceText, resolvingOf, type Difference } from "./difference.ts";
import { EvidenceForm } from "./evidence-form.tsx";

interface DifferenceCardProps {
  readonly tenant: { readonly mId: number; readonly mode: "test" | "live" };
  readonly difference: Difference;
  readonly onResolved: () => void;
}

/** A difference with what to do, and the form where evidence ends it. */
export function DifferenceCard({ tenant: { mId, mode }, difference, onResolved }: DifferenceCardProps) {
  const person = usePerson();
  const [isOpen, setOpen] = useState(false);
  const resolving = resolvingOf(difference);
  const advice = adviceOf(difference);
  const { about, reference, ledger, provider, statement } = difference;
  const amounts: readonly (readonly [title: string, amount: number | null])[] = [
    [say("우리 장부", "Our ledger"), ledger],
    [say("제공자의 기록", "The provider’s record"), provider],
    [say("거래 내역", "The statement"), statement],
  ];
  return (
    <li class="card">
      <div class="title">
        <h3>{differenceText(difference)}</h3>
        <span class="badge warning">{aboutText(about)}</span>
      </div>
      <dl class="facts">
        <dt>{say("이름", "Name")}</dt>
        <dd class="code">{reference}</dd>
        {amounts.map(([title, amount]) => (
          <>
            <dt>{title}</dt>
            <dd>{amount === null ? say("말이 없어요", "Says nothing") : won(amount)}</dd>
          </>
        ))}
        <dt>{say("할 일", "What to do")}</dt>
        <dd lang={advice.isEnglish ? "en" : undefined}>{advice.text}</dd>
      </dl>
      {resolving !== undefined && isOpen && (
        <EvidenceForm
          id={`difference-${reference}`}
          path={`platform/merchants/${mId}/${mode}/${resolving.path}`}
          answers={resolving.answers}
          amount={resolving.amount}
          since={resolving.since}
          onClose={() => setOpen(false)}
          onResolved={() => {
            setOpen(false);
            onResolved();
          }}
        />
      )}
      {resolving !== undefined && !isOpen && isAtLeast(person, "owner") && (
        <button type="button" onClick={() => setOpen(true)}>
          {say("결과 적기", "Enter the outcome")}
        </button>
      )}
    </li>
  );
}

function aboutText(about: Difference["about"]): string {
  const texts: Readonly<Record<Difference["about"], string>> = {
    payment: say("결제", "Payment"),
    payout: say("지급", "Payout"),
    movement: say("입출금", "Movement"),
  };
  return texts[about];
}
