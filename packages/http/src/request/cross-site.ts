/**
 * Whether a page of another origin caused a request. Sec-Fetch-Site says so, which no page can forge. Without it,
 * Origin must have the host that was asked. A client that sends neither is no current browser, and sends no cookies of
 * one.
 */
export function isCrossSite({ headers, url }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("Origin");
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== new URL(url).host;
}
