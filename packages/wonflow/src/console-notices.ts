import type { Notice } from "@wonflow/core";

/** The same kind of notice is written again after a minute at the earliest. */
const quietMs = 60_000;

/**
 * Writes notices to the console, each kind once a minute at most, with how many were left out since:
 * what is told where nobody asks to be told, so that no failure is silent.
 *
 * @example
 * const payments = createPayments({ store, cardNetworks, secret, notify: consoleNotices() });
 */
export function consoleNotices(now: () => number = Date.now): (notice: Notice) => void {
  const written = new Map<Notice["kind"], { readonly at: number; leftOut: number }>();
  return (notice) => {
    const { kind, ...what } = notice;
    const before = written.get(kind);
    if (before !== undefined && now() - before.at < quietMs) {
      before.leftOut += 1;
      return;
    }
    written.set(kind, { at: now(), leftOut: 0 });
    const more = before === undefined || before.leftOut === 0 ? "" : ` (${before.leftOut} more like it since)`;
    console.error(`wonflow: ${kind}${more}`, what);
  };
}
