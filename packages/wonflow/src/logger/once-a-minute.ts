/** Milliseconds from a cause's line to its next one. */
const quietMs = 60_000;

/** More causes than a service has at one time: beyond them all counts restart. */
const mostCauses = 200;

/**
 * Limits errors that repeat by themselves to one line a minute for each cause. Returns how often the cause occurred since
 * its last line, this time included; undefined until its next line may be written.
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
