/** The headers that every answer carries, whatever it is. */
export function finished(response: Response, traceId: string): Response {
  const { headers } = response;
  headers.set("Trace-Id", traceId);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return response;
}
