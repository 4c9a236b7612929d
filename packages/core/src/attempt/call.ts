import type { Context } from "../context.ts";
import { brokenConnection } from "./broken-connection.ts";

/**
 * Calls a provider and waits until the deadline. A throw and a late answer are `unknown`. After the deadline it does
 * not call at all: a process that slept must not call late.
 */
export async function callProvider<Answer extends { readonly outcome: string }>(
  context: Context,
  attempt: { readonly key: string; readonly deadline: number },
  call: () => Promise<Answer>,
): Promise<Answer | { readonly outcome: "unknown"; readonly reason: string }> {
  const left = attempt.deadline - context.clock.now();
  if (left <= 0) return { outcome: "unknown", reason: "the deadline had passed before the call" };
  const timer = context.clock.after(left);
  try {
    return await Promise.race([call(), timer.elapsed.then(() => lateAnswer)]);
  } catch (error) {
    const cause = brokenConnection(error);
    if (cause !== undefined) {
      context.notify({ kind: "provider-not-reached", attempt: attempt.key, cause });
      return { outcome: "unknown", reason: `the connection broke: ${cause}` };
    }
    context.notify({ kind: "provider-threw", attempt: attempt.key, error });
    return { outcome: "unknown", reason: "the call broke" };
  } finally {
    timer.cancel();
  }
}

const lateAnswer = { outcome: "unknown", reason: "no answer before the deadline" } as const;
