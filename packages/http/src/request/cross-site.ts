/**
 * Whether a browser says that another origin's page caused a request: by Sec-Fetch-Site, which no page can
 * forge, or where it is not sent by Origin, whose host must be the one that was asked. Who sends neither is no
 * browser of today, and nobody's cookies are with that.
 */
export function isCrossSite({ headers, url }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("Origin");
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== new URL(url).host;
}
