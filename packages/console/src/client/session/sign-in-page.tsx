import { useEffect, useRef } from "preact/hooks";
import { type Problem, problemText } from "../call/call.ts";
import { brandText } from "../frame/page-title.tsx";
import { LanguageSwitch } from "../language/language-switch.tsx";
import { say } from "../language/language.ts";
import { atPlatform, readSession, leaveEnded, type SignedIn } from "./session.ts";
import { SignInForm } from "./sign-in-form.tsx";

interface SignInPageProps {
  readonly problem?: Problem | undefined;
}

/** Shown at the requested address, whose page follows once the operator has signed in. */
export function SignInPage({ problem }: SignInPageProps) {
  const title = say("로그인", "Sign in");
  const brand = brandText();
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
  return (
    <main class="signing-in">
      <header>
        <h1>{brand}</h1>
        <LanguageSwitch />
      </header>
      {problem === undefined ? (
        <>
          <SignInForm />
          {atPlatform && <FirstOperator />}
        </>
      ) : (
        <div role="alert">
          <p class="alert">{problemText(problem)}</p>
          <button type="button" onClick={() => void readSession()}>
            {say("다시 해 보기", "Try again")}
          </button>
        </div>
      )}
    </main>
  );
}

/** The first operator is added on the service's machine. */
function FirstOperator() {
  return (
    <p class="hint">
      {say("처음이라면 서버에서 사람을 더해 주세요: ", "To begin, add an operator on the service’s machine: ")}
      <span class="code">wonflow operators add --platform --name …</span>
      {say(
        ". 서비스가 내 프로그램 안에서 돌면 프로그램에서 더해도 돼요: ",
        ". A program that embeds the service can do so itself: ",
      )}
      <span class="code">payments.operators.add(platform, …)</span>
    </p>
  );
}

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
