import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable, failureOf, serverError } from "./errors.ts";

/** How often a statement is tried in all, and the pause after the first try, which doubles after each further one. */
const tries = 5;
const firstPauseMs = 50;

/** No try begins later than this after the first one: a caller waits for the answer. */
const lastTryMs = 6_000;

interface Retrying {
  /** Called when a try was lost: it may have taken place, or still may. */
  readonly onLost?: () => void;
  /** Whether an undone statement is tried again; otherwise its error is thrown. True by default. */
  readonly undone?: boolean;
}

/**
 * Runs a statement, and again where it was undone or lost, a bounded number of times and for a bounded time. Throws
 * `StoreUnavailable` when the last try was undone or lost too, and any other error at once.
 */
export async function withRetries<T>(run: () => Promise<T>, { onLost, undone = true }: Retrying = {}): Promise<T> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === "answered" || (failure === "undone" && !undone)) throw error;
      if (failure === "lost") onLost?.();
      if (attempt === tries || performance.now() - began > lastTryMs) throw unavailable(error, attempt);
    }
    await pause(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
  }
}

export function unavailable(cause: unknown, attempts: number): StoreUnavailable {
  const times = attempts === 1 ? "" : ` ${attempts} times in a row`;
  const [happened, remedy] = explained(cause);
  return new StoreUnavailable(`The database ${happened}${times} (${reason(cause)}): ${remedy}`, { cause });
}

function explained(cause: unknown): readonly [happened: string, remedy: string] {
  const code = failureOf(cause) === "undone" ? serverError(cause)?.code : undefined;
  if (code === undefined) return ["did not answer", "check that it runs and can be reached"];
  return ["refused", remedies[code] ?? "its log says more"];
}

/** By SQLSTATE. */
const remedies: Readonly<Record<string, string>> = {
  "53100": "make room on its disk",
  "53300": "let it have more connections, or start fewer processes",
  "25006": "lead DATABASE_URL to the server that takes writes",
};

/** An error's message on one line. The error of several failed addresses has no message, only a code. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.message !== "" ? error.message : "code" in error ? String(error.code) : error.name;
  return text.replaceAll(/\s+/g, " ");
}
