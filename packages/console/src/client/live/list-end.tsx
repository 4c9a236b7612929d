import { say } from "../language/language.ts";
import { Loading } from "./loading.tsx";
import type { LiveList } from "./use-list.ts";

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
