import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { call, type Problem } from "../call/call.ts";
import { read, useSession } from "../session/session.ts";
import { pageState } from "../state/page-state.ts";
import { learnServiceTime } from "../time/seoul.ts";

/** Since when the service does not answer, in milliseconds of this machine; undefined while it does. */
const lostSince = pageState<number | undefined>(undefined);

function noticeAnswer(): void {
  lostSince.set(undefined);
}

function noticeLoss(): void {
  lostSince.set(lostSince.get() ?? Date.now());
}

export const useLostSince = lostSince.use;

const everyMs = 2_000;

interface Live<Value> {
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

interface Page<Item> {
  readonly hasMore: boolean;
  readonly items: readonly Item[];
}

export interface LiveList<Item> {
  /** Undefined before the first answer. */
  readonly items: readonly Item[] | undefined;
  readonly hasMore: boolean;
  readonly problem: Problem | undefined;
  readonly showMore: () => void;
  readonly refresh: () => void;
}

/** The first items of a list, which stay current, and more on request. */
export function useList<Item>(path: string, pageSize = 50): LiveList<Item> {
  const [limit, setLimit] = useState(pageSize);
  const [known, setKnown] = useState<Page<Item>>();
  const { value, problem, refresh } = useLive<Page<Item>>(`${path}${path.includes("?") ? "&" : "?"}limit=${limit}`);
  if (value !== undefined && value !== known) setKnown(value);
  // A longer list replaces the shorter one once it is loaded.
  const shown = value ?? known;
  return {
    items: shown?.items,
    hasMore: shown?.hasMore ?? false,
    problem,
    showMore: () => setLimit((last) => last + pageSize),
    refresh,
  };
}

/** In development the service's clock may be moved, so its time is asked for again and again. */
export function useServiceClock(): void {
  useEffect(() => {
    if (document.body.dataset["development"] === undefined) return;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await call<{ readonly now: string }>("GET", "development/clock");
      if (answer.ok) learnServiceTime(Date.parse(answer.value.now));
    };
    void ask();
    const timer = setInterval(() => void ask(), 2_000);
    return () => clearInterval(timer);
  }, []);
}
