import { expect, vi } from "vitest";

// A browser is slow on a busy machine; that alone must not fail a test.
vi.setConfig({ testTimeout: 60_000 });

/** Like `expect`, but reads again until the expectation holds, for ten seconds at most. */
export function eventually(read: () => unknown): ReturnType<typeof expect.poll> {
  return expect.poll(read, { timeout: 10_000 });
}
