import { useRef, useState, useLayoutEffect } from "preact/hooks";
import { newIdempotencyKey, type Answer, type Method, type Problem, problemText } from "../call/call.ts";
import { write } from "../session/session.ts";
import { say } from "../language/language.ts";

interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
}

interface Wish {
  readonly isSending: boolean;
  /** Why the last press came to nothing, or may have. */
  readonly problem: Problem | undefined;
  /** Sends it and resolves to the answer. A press while it is under way does nothing, and resolves to undefined. */
  readonly send: <Value>(asked: Asked) => Promise<Answer<Value> | undefined>;
}

/**
 * A change that an operator requests. Each one has a key, so that a route that accepts keys does it once, also if it is
 * sent again without an answer. After an answer the next press is a new change, and so is a different request.
 */
export function useWish(): Wish {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const unanswered = useRef<{ readonly text: string; readonly key: string } | undefined>(undefined);
  // A second press may come before the button shows the first one.
  const sending = useRef(false);

  async function send<Value>({ method, path, body }: Asked): Promise<Answer<Value> | undefined> {
    if (sending.current) return undefined;
    sending.current = true;
    setSending(true);
    setProblem(undefined);
    const text = JSON.stringify([method, path, body]);
    const key = unanswered.current?.text === text ? unanswered.current.key : newIdempotencyKey();
    const answer = await write<Value>(method, path, { ...(body !== undefined && { body }), idempotencyKey: key });
    unanswered.current = !answer.ok && answer.problem.kind === "lost" ? { text, key } : undefined;
    sending.current = false;
    setSending(false);
    if (!answer.ok) setProblem(answer.problem);
    return answer;
  }
  return { isSending, problem, send };
}

interface WishProblemProps {
  readonly problem: Problem | undefined;
  /** The names of fields, as the form has them. */
  readonly titles?: Readonly<Record<string, string>>;
  /** Whether the route takes an `Idempotency-Key`, so that the same request is done once. */
  readonly once?: boolean;
}

/** Says why nothing came of a press, and which field is wrong. */
export function WishProblem({ problem, titles = {}, once = false }: WishProblemProps) {
  return (
    <div role="alert">
      {problem !== undefined && (
        <p class="alert">
          {problemText(problem)}
          {problem.details.map(({ field, problem: what }) => (
            <span class="under" key={field}>
              {titles[field] ?? field}: {what}
            </span>
          ))}
          {problem.kind === "lost" && (
            <span class="under">
              {once
                ? say("다시 눌러도 한 번만 처리돼요.", "Pressed again, it is done once all the same.")
                : say(
                    "처리됐을 수도 있으니 다시 누르기 전에 확인해 주세요.",
                    "It may have been done: look before you press again.",
                  )}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

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
