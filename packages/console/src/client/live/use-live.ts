import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../call/call.ts";
import { read, useSession } from "../session/session.ts";
import { noticeAnswer, noticeLoss } from "./connection.ts";

const everyMs = 2_000;

export interface Live<Value> {
  /** The last answer; undefined before the first. It stays while the connection is lost. */
  readonly value: Value | undefined;
  /** Why there is no value: the service refused. */
  readonly problem: Problem | undefined;
  /** Asks at once, such as after a change. */
  readonly refresh: () => void;
}

interface Seen<Value> {
  readonly path: string;
  readonly text: string;
  readonly value: Value | undefined;
  readonly problem: Problem | undefined;
}

/** A page that takes long to answer is asked less often, so that watching it costs little. */
export function pauseAfter(tookMs: number): number {
  return Math.max(everyMs, 9 * tookMs);
}

/** Refusals that say nothing about the page: the session is over, or there were too many requests. */
const passing: readonly number[] = [401, 429];

interface Watch {
  readonly stop: () => void;
  readonly askNow: () => void;
}

/** Asks again and again while the tab is visible. Polling survives every proxy, which event streams do not. */
function watch<Value>(path: string, tell: (seen: Seen<Value>) => void): Watch {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isWanted = false;
  const ask = async () => {
    clearTimeout(timer);
    if (isAsking) {
      isWanted = true;
      return;
    }
    isAsking = true;
    isWanted = false;
    const began = performance.now();
    const answer = await read<Value>(path, stopped.signal);
    isAsking = false;
    if (stopped.signal.aborted) return;
    if (answer.ok) {
      noticeAnswer();
      tell({ path, text: JSON.stringify(answer.value), value: answer.value, problem: undefined });
    } else if (answer.problem.kind === "lost") noticeLoss();
    else if (!passing.includes(answer.problem.status))
      tell({ path, text: JSON.stringify(answer.problem), value: undefined, problem: answer.problem });
    const pauseMs = Math.max(pauseAfter(performance.now() - began), answer.ok ? 0 : (answer.problem.retryAfterMs ?? 0));
    if (isWanted) void ask();
    else if (document.visibilityState === "visible") timer = setTimeout(() => void ask(), pauseMs);
  };
  const askNow = () => void ask();
  const onVisible = () => {
    if (document.visibilityState === "visible") askNow();
    else clearTimeout(timer);
  };
  document.addEventListener("visibilitychange", onVisible);
  window.addEventListener("online", askNow);
  askNow();
  return {
    askNow,
    stop() {
      stopped.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("online", askNow);
    },
  };
}

/**
 * What a route answers, never older than about two seconds while the tab is visible. Nothing is rendered unless the
 * answer has changed, so that no focus and no selection is disturbed.
 */
export function useLive<Value>(path: string | undefined): Live<Value> {
  const { kind } = useSession();
  const [seen, setSeen] = useState<Seen<Value>>();
  const watching = useRef<Watch | undefined>(undefined);
  const isOpen = kind === "signed-in";
  useEffect(() => {
    if (path === undefined || !isOpen) return;
    const started = watch<Value>(path, (next) => {
      setSeen((last) => (last?.path === next.path && last.text === next.text ? last : next));
    });
    watching.current = started;
    return () => {
      started.stop();
      watching.current = undefined;
    };
  }, [path, isOpen]);
  const refresh = useCallback(() => watching.current?.askNow(), []);
  const current = seen?.path === path ? seen : undefined;
  return { value: current?.value, problem: current?.problem, refresh };
}
