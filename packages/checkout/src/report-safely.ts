/** Reports an error. A reporter that throws must not cost the buyer the page. */
export function reportSafely(report: (error: unknown) => void, error: unknown): void {
  try {
    report(error);
  } catch {}
}
