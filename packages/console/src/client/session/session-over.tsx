import { useEffect, useRef } from "preact/hooks";
import { say } from "../language/language.ts";
import { leaveEnded, type SignedIn } from "./session.ts";
import { SignInForm } from "./sign-in-form.tsx";

interface SessionOverProps {
  readonly operator: SignedIn;
}

/** The sign-in above a page whose session is over. The page below keeps all that was typed. */
export function SessionOver({ operator }: SessionOverProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // Without a session there is nothing to go back to, so Escape does not close it.
  const reopen = () => {
    if (dialog.current?.isConnected === true && !dialog.current.open) dialog.current.showModal();
  };
  return (
    <dialog ref={dialog} aria-labelledby="session-over" onCancel={(event) => event.preventDefault()} onClose={reopen}>
      <h2 id="session-over">{say("다시 로그인해 주세요", "Please sign in again")}</h2>
      <p>
        {say(
          "로그인한 시간이 끝났어요. 이 화면에 적은 내용은 그대로 있어요.",
          "Your session is over. What you typed on this page is still there.",
        )}
      </p>
      <SignInForm again={operator} />
      <button type="button" class="plain" onClick={leaveEnded}>
        {say("이 화면을 닫고 나가기", "Leave this page")}
      </button>
    </dialog>
  );
}
