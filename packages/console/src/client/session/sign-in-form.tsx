import { useState } from "preact/hooks";
import type { TargetedSubmitEvent } from "preact";
import { type Problem, problemText, waitText } from "../call/call.ts";
import { Field } from "../form/field.tsx";
import { say } from "../language/language.ts";
import { atPlatform, signIn, type Credentials, type SignedIn } from "./session.ts";

const kept = "wonflow-console-merchant";

interface Merchant {
  readonly mId: string;
  readonly mode: "test" | "live";
}

const none: Merchant = { mId: "", mode: "live" };

/** The merchant of the last sign-in in this browser, so that operators need not type it every day. */
function lastMerchant(): Merchant {
  try {
    const { mId, mode } = JSON.parse(window.localStorage.getItem(kept) ?? "{}") as Partial<Merchant>;
    return typeof mId === "string" && (mode === "test" || mode === "live") ? { mId, mode } : none;
  } catch {
    return none;
  }
}

function keepMerchant(merchant: Merchant): void {
  try {
    window.localStorage.setItem(kept, JSON.stringify(merchant));
  } catch {
    // A browser that keeps nothing asks again.
  }
}

function refusalText(problem: Problem): string {
  const { code, retryAfterMs } = problem;
  if (code === "INCORRECT_OPERATOR_CREDENTIALS") {
    if (atPlatform) return say("이름이나 비밀번호가 맞지 않아요.", "Name or password is not right.");
    return say("상점 번호, 이름, 비밀번호 가운데 맞지 않는 것이 있어요.", "Merchant, name or password is not right.");
  }
  if (code === "TOO_MANY_REQUESTS" && retryAfterMs !== undefined) {
    const locked = say("비밀번호를 여러 번 틀려서 잠겼어요.", "Locked, as the password was wrong too often.");
    const busy = say("로그인 요청이 많아요.", "Too many sign-ins right now.");
    return `${retryAfterMs >= 60_000 ? locked : busy} ${waitText(retryAfterMs)}`;
  }
  if (code === "INVALID_REQUEST") return say("적은 내용을 다시 확인해 주세요.", "Check what you typed.");
  return problemText(problem);
}

/** The operator that a service in development offers to everyone. */
function offeredOperator(): Credentials | undefined {
  const text = document.body.dataset["operator"];
  return text === undefined || atPlatform ? undefined : (JSON.parse(text) as Credentials);
}

interface SignInFormProps {
  /** Whose session is over; only the password is to be typed then. */
  readonly again?: SignedIn;
}

interface Typed {
  readonly mId: string;
  readonly mode: "test" | "live";
  readonly name: string;
  readonly password: string;
}

/** Asks who is there. What was typed stays after a refusal, but for the password. */
export function SignInForm({ again }: SignInFormProps) {
  const known = again === undefined ? { ...lastMerchant(), name: "" } : { ...again, mId: String(again.mId) };
  const [typed, setTyped] = useState<Typed>({ mId: known.mId, mode: known.mode, name: known.name, password: "" });
  const [problem, setProblem] = useState<Problem>();
  const [isSending, setSending] = useState(false);

  const send = async (credentials: Credentials) => {
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    const answer = await signIn(credentials);
    const { mId, mode } = credentials;
    if (answer.ok)
      return mId === undefined || mode === undefined ? undefined : keepMerchant({ mId: String(mId), mode });
    setSending(false);
    setTyped((last) => ({ ...last, password: "" }));
    setProblem(answer.problem);
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name, password } = typed;
    void send(atPlatform ? { name, password } : { ...typed, mId: Number(typed.mId) });
  };

  return (
    <form class="sign-in" onSubmit={submit} aria-busy={isSending}>
      <SignInFields typed={typed} onTyped={(more) => setTyped({ ...typed, ...more })} />
      <div role="alert">{problem !== undefined && <p class="alert">{refusalText(problem)}</p>}</div>
      <button class="primary" aria-disabled={isSending}>
        {isSending ? say("확인하는 중이에요", "Signing in") : say("로그인", "Sign in")}
      </button>
      <OfferedOperator again={again} onChosen={(offered) => void send(offered)} />
    </form>
  );
}

interface SignInFieldsProps {
  readonly typed: Typed;
  readonly onTyped: (more: Partial<Typed>) => void;
}

function SignInFields({ typed, onTyped }: SignInFieldsProps) {
  const { name, password } = typed;
  return (
    <>
      {!atPlatform && <MerchantFields typed={typed} onTyped={onTyped} />}
      <Field id="name" label={say("이름", "Name")}>
        <input
          id="name"
          required
          maxLength={100}
          value={name}
          onInput={({ currentTarget }) => onTyped({ name: currentTarget.value })}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
        />
      </Field>
      <Field id="password" label={say("비밀번호", "Password")}>
        <input
          id="password"
          type="password"
          required
          value={password}
          onInput={({ currentTarget }) => onTyped({ password: currentTarget.value })}
          autocomplete="current-password"
        />
      </Field>
    </>
  );
}

function MerchantFields({ typed: { mId, mode }, onTyped }: SignInFieldsProps) {
  return (
    <div class="row">
      <Field id="merchant" label={say("상점 번호", "Merchant number")}>
        <input
          id="merchant"
          inputMode="numeric"
          pattern="[0-9]{1,15}"
          required
          value={mId}
          onInput={({ currentTarget }) => onTyped({ mId: currentTarget.value })}
          autocomplete="organization"
        />
      </Field>
      <Field id="mode" label={say("환경", "Payments")}>
        <select
          id="mode"
          value={mode}
          onChange={({ currentTarget }) => onTyped({ mode: currentTarget.value === "live" ? "live" : "test" })}
        >
          <option value="live">{say("실거래", "Live")}</option>
          <option value="test">{say("테스트", "Test")}</option>
        </select>
      </Field>
    </div>
  );
}

interface OfferedOperatorProps {
  readonly again: SignedIn | undefined;
  readonly onChosen: (offered: Credentials) => void;
}

/** In development no password is needed. */
function OfferedOperator({ again, onChosen }: OfferedOperatorProps) {
  const offered = offeredOperator();
  // After a timeout, offer this only to the person whose session ended.
  if (offered === undefined || (again !== undefined && again.name !== offered.name)) return null;
  return (
    <div class="offered">
      <button type="button" onClick={() => onChosen(offered)}>
        {say("문서 상점의 운영자로 들어가기", "Sign in as the documentation merchant’s operator")}
      </button>
      <p class="hint">{say("개발 모드에만 있는 버튼이에요.", "Only development has this button.")}</p>
    </div>
  );
}
