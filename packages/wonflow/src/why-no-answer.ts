/** Why `fetch` got no answer: the cause behind its "fetch failed". */
export function whyNoAnswer(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // The error of several failed addresses has a code and no message.
  return cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : cause.name) : String(cause);
}
