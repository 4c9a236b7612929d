import type { Context } from "../../context.ts";
import type { TenantId } from "../tenant/tenant.ts";
import type { ErrorCode } from "../../error-messages.ts";
import type { ProviderSaid } from "../../ports.ts";

/** A call without an answer. */
export interface Unanswered {
  readonly outcome: "unknown";
  readonly reason: string;
  /** True if the adapter knows that no part of the call has left this machine. */
  readonly notSent?: boolean;
}

/**
 * Calls a provider and waits until the deadline. A throw and a late answer are `unknown`. After the deadline it does
 * not call at all: a process that slept must not call late.
 */
export async function callProvider<Answer extends { readonly outcome: string }>(
  context: Context,
  attempt: { readonly key: string; readonly deadline: number },
  call: () => Promise<Answer>,
): Promise<Answer | Unanswered> {
  const left = attempt.deadline - context.clock.now();
  if (left <= 0) return { outcome: "unknown", reason: "the deadline had passed before the call" };
  const timer = context.clock.after(left);
  try {
    return await Promise.race([call(), timer.elapsed.then(() => lateAnswer)]);
  } catch (error) {
    const cause = brokenConnection(error);
    if (cause !== undefined) {
      context.notify({ kind: "provider-not-reached", attempt: attempt.key, cause });
      return { outcome: "unknown", reason: `the connection broke: ${cause}`, notSent: isNotSent(error) };
    }
    context.notify({ kind: "provider-threw", attempt: attempt.key, error });
    return { outcome: "unknown", reason: "the call broke" };
  } finally {
    timer.cancel();
  }
}

const lateAnswer = { outcome: "unknown", reason: "no answer before the deadline" } as const;

function isNotSent(error: unknown): boolean {
  return error instanceof Error && "notSent" in error && error.notSent === true;
}

/**
 * The answer of a call that is never sent again under its key: refused where nothing was sent, and unchanged otherwise.
 * In an outage operators would have to look at each of them otherwise.
 */
export function refusedIfNotSent<Answer extends { readonly outcome: string; readonly notSent?: boolean }>(
  answer: Answer,
): Answer | { readonly outcome: "refused"; readonly code: "PROVIDER_ERROR" } {
  return answer.notSent === true ? { outcome: "refused", code: "PROVIDER_ERROR" } : answer;
}

/** Codes of Node.js and of its `fetch` for a connection that broke, or that was never made. */
const codes =
  /^(?:ECONN(?:RESET|REFUSED|ABORTED)|E(?:TIMEDOUT|PIPE|NOTFOUND|AI_AGAIN|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|PROTO)|UND_ERR_[A-Z_]{1,40}|ERR_SOCKET_CLOSED|ERR_SSL_[A-Z0-9_]{1,60}|ERR_TLS_[A-Z_]{1,60}|ERR_HTTP2_[A-Z_]{1,60}|[A-Z_]{0,40}CERT[A-Z_]{0,40})$/;

const names = new Set(["TimeoutError", "AbortError"]);

const mostCauses = 4;

/**
 * The code or name of a broken connection, found in an error or its causes; undefined for any other error, such as an
 * adapter's bug. No error's text is answered, as it may hold what was sent.
 *
 * @example
 * brokenConnection(new DOMException("", "TimeoutError")); // "TimeoutError"
 */
export function brokenConnection(error: unknown, causes = mostCauses): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string" && codes.test(code)) return code;
  if (names.has(error.name)) return error.name;
  // `fetch` wraps the error of the connection, and a host with several addresses has one for each.
  const deeper: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  const found = causes > 0 ? brokenConnection(deeper, causes - 1) : undefined;
  return found ?? (error.message === "fetch failed" ? error.message : undefined);
}

/**
 * The outcome of a call to a provider.
 *
 * - `done`: it took effect, exactly once, under this key
 * - `refused`: it definitely did not, and never will under this key
 * - `unknown`: anything else: a timeout, a broken connection, an answer that makes no sense.
 *   Unknown is never turned into a failure.
 */
export type Outcome<Value, Code extends ErrorCode> =
  | { readonly outcome: "done"; readonly value: Value }
  | { readonly outcome: "refused"; readonly code: Code; readonly provider?: ProviderSaid }
  | { readonly outcome: "unknown"; readonly reason: string; readonly provider?: ProviderSaid };

/** The answer to a look-up. `not-found` is not a refusal: the call may still be in flight. */
export type Found<Value, Code extends ErrorCode> = Outcome<Value, Code> | { readonly outcome: "not-found" };

/** The refusal's code if the port knows it. Any other code comes from a broken adapter: `PROVIDER_ERROR`. */
export function knownRefusal<Code extends ErrorCode>(codes: readonly Code[], code: ErrorCode): Code | "PROVIDER_ERROR" {
  return codes.find((known) => known === code) ?? "PROVIDER_ERROR";
}

/**
 * A call that core sends at most once at a time, and again only where its operation allows it. All calls of a tenant
 * share one space of keys.
 */
export interface KeyedCall {
  /** Derived from the call's purpose, unique within the tenant: at most 64 of `A–Z a–z 0–9 . _ -`. */
  readonly key: string;
  readonly tenant: TenantId;
  /** When its attempt was opened, in milliseconds since 1970: the gateway has no earlier record of it. */
  readonly askedAt: number;
  /**
   * The name, from `credentials`, of the credentials that this call is sent with, or that the call in question was sent
   * with; null without a name. An adapter that no longer has these credentials uses its newest.
   */
  readonly credentials: string | null;
  /** Milliseconds since 1970: no caller waits for the answer after it. */
  readonly deadline: number;
}
