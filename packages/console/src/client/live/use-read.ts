import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../call/call.ts";
import { read, useSession } from "../session/session.ts";
import { noticeAnswer, noticeLoss } from "./connection.ts";

export interface Reading<Value> {
  readonly value: Value | undefined;
  readonly problem: Problem | undefined;
}

const againMs = 2_000;

/**
 * What a route answers, read once `state` is known and again when it is another: for answers that are too long to be
 * asked for every two seconds. What was read last stays until there is something newer.
 */
export function useRead<Value>(path: string, state: string | undefined): Reading<Value> {
  const { kind } = useSession();
  const isOpen = kind === "signed-in";
  const [seen, setSeen] = useState<Reading<Value> & { readonly path: string }>();
  useEffect(() => {
    if (!isOpen || state === undefined) return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const answer = await read<Value>(path, stopped.signal);
      if (stopped.signal.aborted) return;
      if (answer.ok) {
        noticeAnswer();
        return setSeen({ path, value: answer.value, problem: undefined });
      }
      if (answer.problem.kind === "refused" && answer.problem.status !== 429) {
        return setSeen({ path, value: undefined, problem: answer.problem });
      }
      if (answer.problem.kind === "lost") noticeLoss();
      timer = setTimeout(() => void ask(), Math.max(againMs, answer.problem.retryAfterMs ?? 0));
    };
    void ask();
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [path, state, isOpen]);
  return seen?.path === path ? seen : { value: undefined, problem: undefined };
}
