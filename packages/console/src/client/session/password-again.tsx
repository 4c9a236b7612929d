import type { TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../call/call.ts";
import { Field } from "../form/field.tsx";
import { say } from "../language/language.ts";
import { answerQuestion, useIsAsked } from "./password-question.ts";
import { confirmPassword, useOperator } from "./session.ts";
import { refusalText } from "./sign-in-refusal.ts";

/** Asks for the password above the page, where an operation wants to be sure who is there. */
export function PasswordAgain() {
  return useIsAsked() ? <Question /> : null;
}

function Question() {
  const { name } = useOperator();
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const [isSending, setSending] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    const answer = await confirmPassword(password);
    if (answer.ok) return answerQuestion(true);
    setSending(false);
    setPassword("");
    setProblem(answer.problem);
  };
  return (
    <dialog ref={dialog} aria-labelledby="password-again" onClose={() => answerQuestion(false)}>
      <h2 id="password-again">{say("비밀번호를 다시 입력해 주세요", "Your password again")}</h2>
      <p>
        {say(
          "돈이나 권한이 나가는 일이라 본인인지 한 번 더 확인해요. 15분 동안은 다시 묻지 않아요.",
          "Money or rights are about to leave, so please confirm that it is you. You won’t be asked for 15 minutes.",
        )}
      </p>
      <form class="sign-in" onSubmit={(event) => void submit(event)} aria-busy={isSending}>
        {/* Password managers look for the name. */}
        <input class="sr" tabIndex={-1} aria-hidden="true" readOnly value={name} autocomplete="username" />
        <Field id="password-now" label={say("비밀번호", "Password")}>
          <input
            id="password-now"
            type="password"
            required
            value={password}
            autocomplete="current-password"
            onInput={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </Field>
        <div role="alert">{problem !== undefined && <p class="alert">{refusalText(problem)}</p>}</div>
        <div class="buttons">
          <button class="primary" aria-disabled={isSending}>
            {say("확인", "Confirm")}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {say("그만두기", "Not now")}
          </button>
        </div>
      </form>
    </dialog>
  );
}
