/** Milliseconds from a cause's line to its next one. */
const quietMs = 60_000;

/** More causes than a service has at one time: the counts of forgotten ones begin anew. */
const mostCauses = 200;

/**
 * Keeps errors that repeat by themselves to one line a minute for each cause. Answers how often the cause came since its
 * last line, this time included; undefined while its next line waits.
 */
export function onceAMinute(now: () => number = () => performance.now()): (cause: string) => number | undefined {
  const causes = new Map<string, { readonly at: number; held: number }>();
  return (cause) => {
    const last = causes.get(cause);
    if (last !== undefined && Math.abs(now() - last.at) < quietMs) {
      last.held += 1;
      return undefined;
    }
    if (causes.size >= mostCauses) causes.clear();
    causes.set(cause, { at: now(), held: 0 });
    return 1 + (last?.held ?? 0);
  };
}
