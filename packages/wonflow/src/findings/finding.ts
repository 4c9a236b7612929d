/** The finding of one check: no problem, something for an operator to check, or something that does not work. */
export interface Finding {
  readonly check: string;
  readonly status: "ok" | "look" | "wrong";
  readonly found: string;
  readonly action: string | null;
}

export function well(check: string, found: string): Finding {
  return { check, status: "ok", found, action: null };
}

export function look(check: string, found: string, action: string): Finding {
  return { check, status: "look", found, action };
}

export function wrong(check: string, found: string, action: string): Finding {
  return { check, status: "wrong", found, action };
}

export function wrongBecause(check: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  const end = message.lastIndexOf(": ");
  if (end === -1) return { check, status: "wrong", found: message, action: null };
  return wrong(check, message.slice(0, end), message.slice(end + 2));
}

/** A duration in words, such as 90 s, 12 min, 3 h, 2 days. */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} min`;
  return seconds < 2 * 86_400 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}
