import type { Context } from "../../context.ts";
import { brokenConnection } from "./broken-connection.ts";

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
 * In an outage people would have to look at each of them otherwise.
 */
export function refusedIfNotSent<Answer extends { readonly outcome: string; readonly notSent?: boolean }>(
  answer: Answer,
): Answer | { readonly outcome: "refused"; readonly code: "PROVIDER_ERROR" } {
  return answer.notSent === true ? { outcome: "refused", code: "PROVIDER_ERROR" } : answer;
}
