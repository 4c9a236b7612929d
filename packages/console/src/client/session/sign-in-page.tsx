import { useEffect } from "preact/hooks";
import type { Problem } from "../call/call.ts";
import { problemText } from "../call/problem-text.ts";
import { brandText } from "../frame/brand.ts";
import { LanguageSwitch } from "../language/language-switch.tsx";
import { say } from "../language/language.ts";
import { atPlatform } from "./door.ts";
import { readSession } from "./session.ts";
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
