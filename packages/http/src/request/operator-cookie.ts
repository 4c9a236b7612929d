import { parse, serialize } from "hono/utils/cookie";

/** Browsers accept a cookie with this prefix only from the host itself, over https and for every path. */
export const operatorCookie = "__Host-wonflow_operator";

/** The name in development on this machine: without https, not every browser accepts a Secure cookie. */
const plainCookie = "wonflow_operator";

interface Asked {
  readonly request: Request;
  readonly isDevelopment: boolean;
}

function isPlain({ request, isDevelopment }: Asked): boolean {
  const { protocol, hostname } = new URL(request.url);
  return isDevelopment && protocol === "http:" && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

export function operatorTokenIn(asked: Asked): string | undefined {
  const name = isPlain(asked) ? plainCookie : operatorCookie;
  return parse(asked.request.headers.get("Cookie") ?? "", name)[name];
}

/** Keeps or removes a token. No script reads the cookie, and no request of another site's page carries it. */
export function operatorCookieOf(asked: Asked, token: string | undefined): Readonly<Record<string, string>> {
  const rules = { path: "/", httpOnly: true, sameSite: "Strict", ...(token === undefined && { maxAge: 0 }) } as const;
  const cookie = isPlain(asked)
    ? serialize(plainCookie, token ?? "", rules)
    : serialize(operatorCookie, token ?? "", { ...rules, secure: true });
  return { "Set-Cookie": cookie };
}
