export interface TraceLine {
  /** Milliseconds since the simulation began. */
  readonly at: number;
  readonly who: string;
  readonly text: string;
}

export type Trace = ReturnType<typeof createTrace>;

/** Keeping no lines makes a run faster and changes nothing else. */
export function createTrace(now: () => number, kept: boolean) {
  const lines: TraceLine[] = [];
  return {
    note(who: string, text: () => string): void {
      if (kept) lines.push({ at: now(), who, text: text() });
    },
    lines: (): readonly TraceLine[] => lines,
  };
}

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
