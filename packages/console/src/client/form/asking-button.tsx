import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { say } from "../language/language.ts";

interface AskingButtonProps {
  /** On the button that is seen first. */
  readonly children: string;
  /** Says what will happen. */
  readonly question: string;
  /** On the button that does it. */
  readonly answer: string;
  readonly isSending: boolean;
  readonly onAnswered: () => void;
}

/** A button for something that can't be undone: it asks once before it does it. */
export function AskingButton({ children, question, answer, isSending, onAnswered }: AskingButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const sure = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isAsking) sure.current?.focus();
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button type="button" onClick={() => setAsking(true)}>
        {children}
      </button>
    );
  }
  return (
    <div class="asking" role="group" aria-label={question}>
      <p>{question}</p>
      <div class="buttons">
        <button
          ref={sure}
          type="button"
          class="danger"
          aria-disabled={isSending}
          onClick={() => {
            onAnswered();
            setAsking(false);
          }}
        >
          {answer}
        </button>
        <button type="button" onClick={() => setAsking(false)}>
          {say("그만두기", "Leave it")}
        </button>
      </div>
    </div>
  );
}
