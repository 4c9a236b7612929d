/** Why `fetch` got no answer: what stands behind its "fetch failed", where something does. */
export function whyNoAnswer(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // Of several addresses that were tried, each failed: the error for all of them has no words.
  return cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : cause.name) : String(cause);
}
