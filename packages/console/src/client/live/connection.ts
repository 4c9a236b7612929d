import { pageState } from "../state/page-state.ts";

/** Since when the service does not answer, in milliseconds of this machine; undefined while it does. */
const lostSince = pageState<number | undefined>(undefined);

export function noticeAnswer(): void {
  lostSince.set(undefined);
}

export function noticeLoss(): void {
  lostSince.set(lostSince.get() ?? Date.now());
}

export const useLostSince = lostSince.use;
