import { afterAll, beforeAll } from "vitest";

/** Opens a fixture before the first test of the surrounding suite, and closes it after the last. */
export function openedOnce<Fixture extends { close(): Promise<void> }>(
  open: () => Promise<Fixture>,
  timeoutMs?: number,
): () => Fixture {
  let fixture: Fixture | undefined;
  beforeAll(async () => {
    fixture = await open();
  }, timeoutMs);
  afterAll(() => fixture?.close(), timeoutMs);
  return () => {
    if (fixture === undefined) throw new Error("the fixture was not opened");
    return fixture;
  };
}
