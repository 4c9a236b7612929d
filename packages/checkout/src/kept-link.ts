import type { Language } from "@wonflow/core";

// The cookie by which a browser that comes back from the window finds its checkout. The window's addresses have the token
// of one opening, so that neither the provider nor its script ever learns the link's.

const name = "wonflow_checkout";

/** As long as a buyer may stay in the window. */
const seconds = 30 * 60;

interface Leaving {
  /** The checkout's own address, as the browser has it. */
  readonly checkout: string;
  readonly windowUrl: string;
  /** The link's. */
  readonly token: string;
  readonly language: Language;
}

/**
 * The cookie for an opening, sent to its own addresses alone. Its text has no attribute that a script may not set, so
 * that a page's script sets the same one.
 */
export function linkCookie({ checkout, windowUrl, token, language }: Leaving): string {
  const { pathname, protocol } = new URL(checkout);
  const [opening = ""] = /\/windows\/[^/?#]+$/.exec(windowUrl) ?? [];
  const path = pathname.replace(/\/[^/]*\/?$/, opening);
  const secure = protocol === "https:" ? "; Secure" : "";
  return `${name}=${language}.${token}; Path=${path}; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

const kept = new RegExp(`(?:^|; ?)${name}=(?<language>ko|en)\\.(?<token>[\\w-]+)(?:;|$)`);

/** The link that this browser came from, if it is the same browser. */
export function keptLink({ headers }: Request) {
  const { language, token } = kept.exec(headers.get("Cookie") ?? "")?.groups ?? {};
  if (language === undefined || token === undefined) return undefined;
  return { token, language: language === "en" ? ("en" as const) : ("ko" as const) };
}
