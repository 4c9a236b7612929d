/** Reports an error. That reporting itself failed can be told to nobody; the buyer still gets a page. */
export function reportSafely(report: (error: unknown) => void, error: unknown): void {
  try {
    report(error);
  } catch {}
}
