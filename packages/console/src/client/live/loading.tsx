import type { ComponentChildren } from "preact";
import { type Problem, problemText } from "../call/call.ts";
import { say } from "../language/language.ts";
import { type LiveList, useLostSince } from "./use-live.ts";
import { clockText } from "../time/seoul.ts";

interface LoadingProps {
  /** Missing until it is read. */
  readonly value?: unknown;
  readonly problem: Problem | undefined;
  readonly textOf?: (problem: Problem) => string;
  /** Shown below, such as that there is nothing. */
  readonly children?: ComponentChildren;
}

/** Says that a page's value is being read, or why it can't be; nothing once it is there. */
export function Loading({ value, problem, textOf = problemText, children }: LoadingProps) {
  return (
    <div role="status">
      {problem !== undefined && <p class="alert">{textOf(problem)}</p>}
      {value === undefined && problem === undefined && <p class="waiting">{say("불러오는 중이에요", "Loading")}</p>}
      {children}
    </div>
  );
}

interface ListEndProps {
  readonly list: LiveList<unknown>;
  /** Where there is nothing. */
  readonly empty: string;
}

/** Below a list: that it is loading, that it is empty, why it can't be read, or how to show more. */
export function ListEnd({ list: { items, hasMore, problem, showMore }, empty }: ListEndProps) {
  return (
    <Loading value={items} problem={problem}>
      {items?.length === 0 && <p class="empty">{empty}</p>}
      {hasMore && (
        <div class="list-end">
          <button type="button" onClick={showMore}>
            {say("더 보기", "Show more")}
          </button>
        </div>
      )}
    </Loading>
  );
}

/** Says that what the page shows may be old. */
export function ConnectionNotice() {
  const since = useLostSince();
  const at = since === undefined ? "" : clockText(since, { seconds: true });
  return (
    <div role="status" class="connection">
      {since !== undefined && (
        <p class="alert">
          {say(
            `연결이 끊겼어요. ${at} 뒤의 변화는 아직 보이지 않아요. 계속 다시 연결하고 있어요.`,
            `Connection lost. Nothing after ${at} is shown yet. Trying to reconnect.`,
          )}
        </p>
      )}
    </div>
  );
}
