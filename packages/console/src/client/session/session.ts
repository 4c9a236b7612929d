import type { MethodChoice } from "@wonflow/core/browser";
import { call, type Answer, type Method, type Problem } from "../call/call.ts";
import { pageState } from "../state/page-state.ts";
import { consoleRoot } from "../address/address.ts";
import { useEffect } from "preact/hooks";
import { say } from "../language/language.ts";

/** Called with whether the password was typed. */
type Waiting = (isTyped: boolean) => void;

const waiting = pageState<readonly Waiting[]>([]);

/** Asks for the password, which was typed too long ago for a change. Resolves to false if it is not typed. */
function passwordTyped(): Promise<boolean> {
  return new Promise((resolve) => waiting.set([...waiting.get(), resolve]));
}

/** Answers all changes that wait for the password. */
export function answerPassword(isTyped: boolean): void {
  const answered = waiting.get();
  waiting.set([]);
  for (const tell of answered) tell(isTyped);
}

export function usePasswordAsked(): boolean {
  return waiting.use().length > 0;
}

/**
 * Whether the page was loaded below `/console/platform`, for the platform's operators. The console has two doors, each
 * with a session of its own, and no link leads from one to the other.
 */
export const atPlatform = /^platform(?:\/|$)/.test(window.location.pathname.slice(consoleRoot.pathname.length));

/** The route of the session. */
const sessionPath = atPlatform ? "platform/session" : "operator/session";

export type Role = "viewer" | "cashier" | "owner";

/** A person who is signed in, at either door. */
interface Person {
  readonly name: string;
  readonly role: Role;
  readonly csrfToken: string;
  readonly expiresAt: string;
}

/** Who is signed in, as `GET /operator/session` answers. `GET /platform/session` answers a `Person` alone. */
export interface SignedIn extends Person {
  readonly mId: number;
  readonly mode: "test" | "live";
  readonly merchantName: string | null;
  /** How its buyers may pay; left out if the only way is a card typed at the checkout. */
  readonly methods?: readonly MethodChoice[];
}

/** `ended`: the session ended while a page was open, which stays under the sign-in. */
type Session =
  | { readonly kind: "reading" }
  | { readonly kind: "signed-out"; readonly problem?: Problem }
  | { readonly kind: "signed-in"; readonly operator: SignedIn }
  | { readonly kind: "ended"; readonly operator: SignedIn };

const session = pageState<Session>({ kind: "reading" });

export const useSession = session.use;

/** The operator for whom the pages are, also after the session's end; undefined if no operator was signed in. */
function currentOperator(): SignedIn | undefined {
  const now = session.get();
  return now.kind === "signed-in" || now.kind === "ended" ? now.operator : undefined;
}

/** The signed-in operator, for pages, which exist for one only. */
export function useOperator(): SignedIn {
  const shown = useSession();
  if (shown.kind === "signed-in" || shown.kind === "ended") return shown.operator;
  throw new Error("a page without an operator");
}

/** The signed-in person, for pages of the platform, which are about no merchant. */
export function usePerson(): Person {
  return useOperator();
}

const ranks: Readonly<Record<Role, number>> = { viewer: 0, cashier: 1, owner: 2 };

/** Whether a page offers what the route allows from this role on. The route decides. */
export function isAtLeast({ role }: Pick<SignedIn, "role">, least: Role): boolean {
  return ranks[role] >= ranks[least];
}

export async function readSession(): Promise<void> {
  const answer = await call<SignedIn>("GET", sessionPath);
  if (answer.ok) session.set({ kind: "signed-in", operator: answer.value });
  else if (answer.problem.status === 401) session.set({ kind: "signed-out" });
  else session.set({ kind: "signed-out", problem: answer.problem });
}

/**
 * Notices changes of the session elsewhere: another sign-in or a sign-out in another tab, and another role, which
 * applies at once.
 */
async function watchSession(): Promise<void> {
  if (currentOperator() === undefined) return;
  const answer = noticeEnd(await call<SignedIn>("GET", sessionPath));
  const operator = currentOperator();
  if (operator === undefined || !answer.ok) return;
  if (session.get().kind === "ended" || JSON.stringify(answer.value) !== JSON.stringify(operator)) {
    session.set({ kind: "signed-in", operator: answer.value });
  }
}

export interface Credentials {
  /** Missing at the platform's door. */
  readonly mId?: number;
  readonly mode?: "test" | "live";
  readonly name: string;
  readonly password: string;
}

export async function signIn(credentials: Credentials): Promise<Answer<SignedIn>> {
  const answer = await call<SignedIn>("POST", sessionPath, { body: credentials });
  if (answer.ok) session.set({ kind: "signed-in", operator: answer.value });
  return answer;
}

export async function signOut(): Promise<Answer<unknown>> {
  const answer = await write("DELETE", sessionPath);
  // Without a session there is no operator to sign out.
  if (answer.ok || answer.problem.status === 401) session.set({ kind: "signed-out" });
  return answer;
}

/** Leaves the page that a session's end has covered. */
export function leaveEnded(): void {
  session.set({ kind: "signed-out" });
}

/** A wrong password ends no session, and a route for keys says nothing about one. */
function isOver({ code }: Problem): boolean {
  return code === "UNAUTHORIZED_OPERATOR";
}

function noticeEnd<Value>(answer: Answer<Value>): Answer<Value> {
  const now = session.get();
  if (!answer.ok && isOver(answer.problem) && now.kind === "signed-in") {
    session.set({ kind: "ended", operator: now.operator });
  }
  return answer;
}

/** Reads for the signed-in operator; `timeoutMs` for what takes longer than usual. */
export async function read<Value>(path: string, signal?: AbortSignal, timeoutMs?: number): Promise<Answer<Value>> {
  const options = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
  return noticeEnd(await call<Value>("GET", path, options));
}

interface Written {
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Confirms the password, which was typed too long ago for a change. */
export async function confirmPassword(password: string): Promise<Answer<SignedIn>> {
  const answer = await writeOnce<SignedIn>("POST", `${sessionPath}/password`, { body: { password } });
  if (answer.ok) session.set({ kind: "signed-in", operator: answer.value });
  return answer;
}

/**
 * Changes something for the signed-in operator. Asks for the password if the service requires it, and then repeats the
 * change.
 */
export async function write<Value>(method: Method, path: string, written: Written = {}): Promise<Answer<Value>> {
  const answer = await writeOnce<Value>(method, path, written);
  if (answer.ok || answer.problem.code !== "PASSWORD_REQUIRED" || !(await passwordTyped())) return answer;
  return writeOnce<Value>(method, path, written);
}

/**
 * A sign-in in another tab gives this one another token, so that the request is refused without effect: if the operator
 * is the same, it is sent again with the new token.
 */
async function writeOnce<Value>(method: Method, path: string, written: Written): Promise<Answer<Value>> {
  const now = session.get();
  const csrfToken = now.kind === "signed-in" ? now.operator.csrfToken : "";
  const answer = await call<Value>(method, path, { ...written, csrfToken });
  if (answer.ok || answer.problem.code !== "INVALID_CSRF_TOKEN") return noticeEnd(answer);
  const current = await call<SignedIn>("GET", sessionPath);
  if (!current.ok || !isSame(current.value)) return noticeEnd(current.ok ? answer : current);
  session.set({ kind: "signed-in", operator: current.value });
  return noticeEnd(await call<Value>(method, path, { ...written, csrfToken: current.value.csrfToken }));
}

function isSame({ mId, mode, name }: SignedIn): boolean {
  const operator = currentOperator();
  return operator?.mId === mId && operator?.mode === mode && operator?.name === name;
}

const everyMs = 5_000;

/** Follows changes of the session by other tabs and other operators, as long as this tab is visible. */
export function useSessionWatch(): void {
  useEffect(() => {
    const watch = () => {
      if (document.visibilityState === "visible") void watchSession();
    };
    const timer = setInterval(watch, everyMs);
    document.addEventListener("visibilitychange", watch);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", watch);
    };
  }, []);
}

export const roles: readonly Role[] = ["viewer", "cashier", "owner"];

export function roleText(role: Role): string {
  const texts: Readonly<Record<Role, string>> = {
    viewer: say("조회 담당", "Viewer"),
    cashier: say("취소 담당", "Cashier"),
    owner: say("관리자", "Owner"),
  };
  return texts[role];
}

/** The permissions of a role. */
export function rightsText(role: Role): string {
  const texts: Readonly<Record<Role, string>> = {
    viewer: say("결제와 정산을 볼 수 있어요.", "Sees payments and settlements."),
    cashier: say("결제를 취소하고 웹훅을 다시 보낼 수 있어요.", "Also cancels payments and sends webhooks again."),
    owner: say("판매자, 지급, 키, 운영자까지 모두 다뤄요.", "Also sellers, payouts, keys and operators."),
  };
  return texts[role];
}

/** At the platform's door a cashier may do what a viewer may. */
export function roleTextAtPlatform(role: Role): string {
  return role === "owner" ? say("관리자", "Owner") : say("조회 담당", "Viewer");
}
