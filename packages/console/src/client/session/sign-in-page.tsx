import { useEffect } from "preact/hooks";
import type { Problem } from "../call/call.ts";
import { problemText } from "../call/problem-text.ts";
import { LanguageSwitch } from "../language/language-switch.tsx";
import { say } from "../language/language.ts";
import { readSession } from "./session.ts";
import { SignInForm } from "./sign-in-form.tsx";

interface SignInPageProps {
  readonly problem?: Problem | undefined;
}

/** Stands at the address that was asked for, which is shown once somebody has signed in. */
export function SignInPage({ problem }: SignInPageProps) {
  const title = say("로그인", "Sign in");
  useEffect(() => {
    document.title = `${title} · ${say("Wonflow 콘솔", "Wonflow console")}`;
  }, [title]);
  return (
    <main class="signing-in">
      <header>
        <h1>{say("Wonflow 콘솔", "Wonflow console")}</h1>
        <LanguageSwitch />
      </header>
      {problem === undefined ? (
        <SignInForm />
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
