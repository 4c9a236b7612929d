import { serviceRoot } from "../address/address.ts";
import { language, say } from "../language/language.ts";
import { learnServiceTime, clockText, serviceNow } from "../time/seoul.ts";

/** Why a call has no value. `lost`: it is unknown whether the call took effect; `refused`: the service refused it. */
export interface Problem {
  readonly kind: "lost" | "refused";
  /** 0 without an answer. */
  readonly status: number;
  readonly code: string;
  /** In the language in which it was asked; empty without an answer. */
  readonly message: string;
  readonly details: readonly ProblemDetail[];
  readonly retryAfterMs: number | undefined;
}

interface ProblemDetail {
  readonly field: string;
  readonly code: string;
  readonly problem: string;
}

export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

interface Request {
  readonly body?: unknown;
  /** The same key for the same wish: the service then does it once. */
  readonly idempotencyKey?: string;
  readonly csrfToken?: string | undefined;
  readonly signal?: AbortSignal;
  /** How long to wait for the answer, where it takes longer than usual. */
  readonly timeoutMs?: number;
}

const readTimeoutMs = 20_000;

/** A change may ask a gateway, which takes its time. */
const writeTimeoutMs = 60_000;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Calls a route of the interface, such as `GET merchants/1/payments`. The cookie says who asks. Never rejects. */
export async function call<Value>(
  method: Method,
  path: string,
  { body, idempotencyKey, csrfToken, signal, timeoutMs }: Request = {},
): Promise<Answer<Value>> {
  const timeout = AbortSignal.timeout(timeoutMs ?? (method === "GET" ? readTimeoutMs : writeTimeoutMs));
  try {
    const response = await fetch(new URL(path, serviceRoot), {
      method,
      headers: {
        Accept: "application/json",
        "Accept-Language": language(),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(csrfToken === undefined ? {} : { "X-CSRF-Token": csrfToken }),
        ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: "no-store",
      credentials: "same-origin",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    learnFrom(response);
    const answered: unknown = await response.json();
    return response.ok ? { ok: true, value: answered as Value } : { ok: false, problem: refusal(response, answered) };
  } catch {
    return { ok: false, problem: { kind: "lost", ...nothing, status: 0, code: "NO_ANSWER" } };
  }
}

const nothing = { message: "", details: [], retryAfterMs: undefined };

function learnFrom({ headers }: Response): void {
  const now = Date.parse(headers.get("Date") ?? "");
  // In development the clock may be moved; there the page reads the time from the service.
  if (!Number.isNaN(now) && document.body.dataset["development"] === undefined) learnServiceTime(now);
}

interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly ProblemDetail[];
}

function refusal({ status, headers }: Response, answered: unknown): Problem {
  const { code = "", message = "", details = [] } = Object(answered) as ErrorBody;
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  const retryAfterMs = Number.isNaN(seconds) ? undefined : seconds * 1_000;
  return { kind: status >= 500 ? "lost" : "refused", status, code, message, details, retryAfterMs };
}

/** A key for one wish. `crypto.randomUUID` is missing on pages without https. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** What went wrong, for the person in front of the page. */
export function problemText({ kind, status, message, code }: Problem): string {
  if (status === 0)
    return say("서버가 응답하지 않았어요. 연결을 확인해 주세요.", "The service did not answer. Check the connection.");
  if (kind === "lost" && message === "") return say("서버에 문제가 생겼어요.", "The service has a problem.");
  return message === "" ? code : message;
}

/** `14:20까지 (12분)`: until when it makes no sense to ask again. */
export function waitText(retryAfterMs: number): string {
  if (retryAfterMs < 60_000) {
    const seconds = Math.ceil(retryAfterMs / 1_000);
    return say(`${seconds}초 뒤에 다시 해 주세요.`, `Try again in ${seconds} s.`);
  }
  const until = clockText(serviceNow() + retryAfterMs);
  const minutes = Math.ceil(retryAfterMs / 60_000);
  return say(`${until}에 다시 할 수 있어요 (${minutes}분 남음).`, `You can try again at ${until} (in ${minutes} min).`);
}
