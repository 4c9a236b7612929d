import type { PaymentIntent, PaymentList } from "@wonflow/client";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../call/call.ts";
import { useLive } from "../live/use-live.ts";
import { read, useOperator } from "../session/session.ts";
import {
  firstList,
  passedOver,
  withNewerShown,
  withNewest,
  withPage,
  withPayment,
  type ShownList,
} from "./shown-list.ts";

const pageSize = 30;

/** More than this of a long list is not watched. */
const mostWatched = 100;

export interface Payments {
  readonly list: ShownList | undefined;
  readonly problem: Problem | undefined;
  /** How many pages the search has looked at without an end; undefined while nothing is searched. */
  readonly searched: number | undefined;
  readonly showNewer: () => void;
  readonly showMore: () => void;
  readonly stopSearch: () => void;
}

/** The payments that fit the filters, a query such as `status=DONE`. One instance is for one query only. */
export function usePayments(filters: string): Payments {
  const { mId } = useOperator();
  const [list, setList] = useState<ShownList>();
  const [searchProblem, setSearchProblem] = useState<Problem>();
  const [searched, setSearched] = useState<number>();
  const search = useRef<AbortController | undefined>(undefined);
  const path = (more: string) => `merchants/${mId}/payments?${more}${filters === "" ? "" : `&${filters}`}`;

  const watched = Math.min(mostWatched, Math.max(pageSize, list?.items.length ?? 0));
  const { value: newest, problem } = useLive<PaymentList>(path(`limit=${watched}`));

  /** A page may be empty although more follow, so reading continues until there is something to show. */
  const searchOn = async (cursor: string | null) => {
    search.current?.abort();
    const stopped = new AbortController();
    search.current = stopped;
    setSearchProblem(undefined);
    let next = cursor;
    for (let pages = 1; next !== null; pages += 1) {
      setSearched(pages);
      const more = `limit=${pageSize}&startingAfter=${encodeURIComponent(next)}`;
      const answer = await read<PaymentList>(path(more), stopped.signal);
      if (stopped.signal.aborted) return;
      if (!answer.ok) {
        setSearchProblem(answer.problem);
        break;
      }
      const page = answer.value;
      setList((shown) => shown && withPage(shown, page));
      if (page.items.length > 0) break;
      next = page.nextCursor;
    }
    setSearched(undefined);
  };

  useEffect(() => {
    if (newest === undefined) return;
    if (list === undefined && newest.items.length === 0 && newest.nextCursor !== null) void searchOn(newest.nextCursor);
    setList((shown) => (shown === undefined ? firstList(newest) : withNewest(shown, newest)));
  }, [newest]);

  useEffect(() => {
    if (list === undefined) return;
    for (const { intentKey } of passedOver(list)) {
      void read<PaymentIntent>(`px/intents/${intentKey}`).then((answer) => {
        if (answer.ok) setList((shown) => shown && withPayment(shown, answer.value));
      });
    }
  }, [list?.newest]);

  useEffect(() => () => search.current?.abort(), []);

  return {
    list,
    problem: list === undefined ? problem : searchProblem,
    searched,
    showNewer: () => setList((shown) => shown && withNewerShown(shown)),
    showMore: () => void searchOn(list?.nextCursor ?? null),
    stopSearch() {
      search.current?.abort();
      setSearched(undefined);
    },
  };
}
