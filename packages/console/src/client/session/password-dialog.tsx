import type { TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Problem, problemText, waitText } from "../call/call.ts";
import { Field } from "../form/field.tsx";
import { say } from "../language/language.ts";
import { answerPassword, usePasswordAsked, confirmPassword, useOperator } from "./session.ts";

/** Covers a page while one of its changes waits for the password. The page keeps all input. */
export function PasswordDialog() {
  return usePasswordAsked() ? <OpenDialog /> : null;
}

function refusalText(problem: Problem): string {
  const { code, retryAfterMs } = problem;
  if (code === "INCORRECT_OPERATOR_CREDENTIALS") return say("비밀번호가 맞지 않아요.", "The password is not right.");
  if (code === "TOO_MANY_REQUESTS" && retryAfterMs !== undefined) {
    const locked = say("비밀번호를 여러 번 틀려서 잠겼어요.", "Locked, as the password was wrong too often.");
    return `${locked} ${waitText(retryAfterMs)}`;
  }
  return problemText(problem);
}

function OpenDialog() {
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
    setProblem(undefined);
    const answer = await confirmPassword(password);
    if (answer.ok) return answerPassword(true);
    setSending(false);
    setPassword("");
    setProblem(answer.problem);
  };
  return (
    <dialog ref={dialog} aria-labelledby="password-again-title" onClose={() => answerPassword(false)}>
      <h2 id="password-again-title">{say("비밀번호를 한 번 더 확인할게요", "Confirm your password")}</h2>
      <p>
        {say(
          `돈이나 권한이 걸린 일이라서 ${name} 님이 맞는지 확인해요.`,
          `This is about money or rights, so make sure that you are ${name}.`,
        )}
      </p>
      <form onSubmit={(event) => void submit(event)} aria-busy={isSending}>
        <input type="hidden" autocomplete="username" value={name} />
        <Field id="password-again" label={say("비밀번호", "Password")}>
          <input
            id="password-again"
            type="password"
            required
            value={password}
            onInput={({ currentTarget }) => setPassword(currentTarget.value)}
            autocomplete="current-password"
          />
        </Field>
        <div role="alert">{problem !== undefined && <p class="alert">{refusalText(problem)}</p>}</div>
        <div class="buttons">
          <button class="primary" aria-disabled={isSending}>
            {isSending ? say("확인하는 중이에요", "Checking") : say("확인", "Confirm")}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {say("그만두기", "Leave it")}
          </button>
        </div>
      </form>
    </dialog>
  );
}
