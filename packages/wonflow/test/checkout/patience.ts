import { expect, vi } from "vitest";

// A browser on a busy machine takes its time, which is no failure of the page's.
vi.setConfig({ testTimeout: 60_000 });

/** Expects of what is read again and again until it holds, for ten seconds at most. */
export function eventually(read: () => unknown): ReturnType<typeof expect.poll> {
  return expect.poll(read, { timeout: 10_000 });
}
