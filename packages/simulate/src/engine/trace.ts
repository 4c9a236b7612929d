/** One thing that happened, for a person to read. */
export interface TraceLine {
  /** Milliseconds since the simulation began. */
  readonly at: number;
  /** The process or client that it happened to. */
  readonly who: string;
  readonly text: string;
}

/** The lines of a run, in order. Keeping none makes a run faster and changes nothing else. */
export interface Trace {
  /** `text` is only asked for where the trace is kept. */
  note(who: string, text: () => string): void;
  lines(): readonly TraceLine[];
}

/** A trace that is kept, or one that forgets at once. */
export function createTrace(now: () => number, kept: boolean): Trace {
  const lines: TraceLine[] = [];
  return {
    note(who, text) {
      if (kept) lines.push({ at: now(), who, text: text() });
    },
    lines: () => lines,
  };
}

/**
 * A trace as text, one line each: the time since the beginning, who, and what.
 *
 * @example
 * formatTrace([{ at: 61_250, who: "P1", text: "→ store.commit" }]); // "00:01:01.250  P1  → store.commit"
 */
export function formatTrace(lines: readonly TraceLine[]): string {
  const width = Math.max(0, ...lines.map(({ who }) => who.length));
  return lines.map(({ at, who, text }) => `${timeOf(at)}  ${who.padEnd(width)}  ${text}`).join("\n");
}

function timeOf(at: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const seconds = Math.floor(at / 1000);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(two).join(":");
  return `${clock}.${String(at % 1000).padStart(3, "0")}`;
}
