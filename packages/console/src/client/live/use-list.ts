import { useState } from "preact/hooks";
import type { Problem } from "../call/call.ts";
import { useLive } from "./use-live.ts";

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
