import { parse, serialize } from "hono/utils/cookie";

/** The cookie's name: browsers take one of this prefix only from the host itself, over https and for every path. */
export const operatorCookie = "__Host-wonflow_operator";

/** Its name where there is no https: in development, on this machine. Not every browser takes a Secure cookie there. */
const plainCookie = "wonflow_operator";

interface Asked {
  readonly request: Request;
  /** Whether the service runs for development. */
  readonly isDevelopment: boolean;
}

function isPlain({ request, isDevelopment }: Asked): boolean {
  const { protocol, hostname } = new URL(request.url);
  return isDevelopment && protocol === "http:" && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** The token in the cookie of a request; undefined where there is none. */
export function operatorTokenIn(asked: Asked): string | undefined {
  const name = isPlain(asked) ? plainCookie : operatorCookie;
  return parse(asked.request.headers.get("Cookie") ?? "", name)[name];
}

/**
 * The headers that keep a token in the browser until it is closed, or take it away where there is none. No
 * script can read it, and no request that a page of another site causes carries it.
 */
export function operatorCookieOf(asked: Asked, token: string | undefined): Readonly<Record<string, string>> {
  const rules = { path: "/", httpOnly: true, sameSite: "Strict", ...(token === undefined && { maxAge: 0 }) } as const;
  const cookie = isPlain(asked)
    ? serialize(plainCookie, token ?? "", rules)
    : serialize(operatorCookie, token ?? "", { ...rules, secure: true });
  return { "Set-Cookie": cookie };
}
