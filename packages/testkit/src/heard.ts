import { expect } from "vitest";

interface Unheard {
  readonly outcome: "unknown" | "refused";
  readonly reason: string;
}

/** An answer as core takes it: a call that throws is unknown, unless its error says that nothing was sent. */
export async function heard<Answer>(call: () => Promise<Answer>): Promise<Answer | Unheard> {
  try {
    return await call();
  } catch (error) {
    const isNotSent = error instanceof Error && "notSent" in error && error.notSent === true;
    return { outcome: isNotSent ? "refused" : "unknown", reason: String(error) };
  }
}

export async function expectUnknown(call: () => Promise<{ readonly outcome: string }>): Promise<void> {
  expect((await heard(call)).outcome).toBe("unknown");
}

/** Clocks of providers differ by less than this; a wrong unit or time zone is much more. */
export const clocksDifferByMs = 5 * 60_000;

/** Expects a time of just now, which is neither in seconds nor in another time zone. */
export function expectNow({ now }: { readonly now: () => number }, at: number | undefined): void {
  expect(Math.abs((at ?? Number.NaN) - now())).toBeLessThanOrEqual(clocksDifferByMs);
}

/**
 * A fault on the way to a provider.
 *
 * - `request-lost`: the provider never receives the call
 * - `answer-lost`: the call takes effect, and its answer does not come back
 * - `arrivesAfterMs`: the call has no answer, and takes effect so many milliseconds later by the provider's clock,
 *   though the process that sent it has ended
 */
export type CallFault = "request-lost" | "answer-lost" | { readonly arrivesAfterMs: number };
