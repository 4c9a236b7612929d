import { parse, serialize } from "hono/utils/cookie";

interface Names {
  /** Browsers accept a cookie with this prefix only from the host itself, over https and for every path. */
  readonly secure: string;
  /** In development on this machine: without https, not every browser accepts a Secure cookie. */
  readonly plain: string;
}

/** The cookies of one sign-in: the session, and the mark of the device. */
export interface SignInCookies {
  readonly session: Names;
  readonly device: Names;
}

export const merchantCookies: SignInCookies = {
  session: { secure: "__Host-wonflow_operator", plain: "wonflow_operator" },
  device: { secure: "__Host-wonflow_device", plain: "wonflow_device" },
};

/** Its own, so that a browser may be signed in at both. */
export const platformCookies: SignInCookies = {
  session: { secure: "__Host-wonflow_platform", plain: "wonflow_platform" },
  device: { secure: "__Host-wonflow_platform_device", plain: "wonflow_platform_device" },
};

/** The longest that browsers keep a cookie. Each sign-in restarts the time. */
const deviceSeconds = 400 * 24 * 60 * 60;

interface Asked {
  readonly request: Request;
  readonly isDevelopment: boolean;
}

function isPlain({ request, isDevelopment }: Asked): boolean {
  const { protocol, hostname } = new URL(request.url);
  return isDevelopment && protocol === "http:" && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

function cookieIn(asked: Asked, { secure, plain }: Names): string | undefined {
  const name = isPlain(asked) ? plain : secure;
  return parse(asked.request.headers.get("Cookie") ?? "", name)[name];
}

export function operatorTokenIn(asked: Asked, { session } = merchantCookies): string | undefined {
  return cookieIn(asked, session);
}

export function operatorDeviceIn(asked: Asked, { device } = merchantCookies): string | undefined {
  return cookieIn(asked, device);
}

type SetCookie = readonly [name: "Set-Cookie", value: string];

interface Kept {
  readonly value: string;
  readonly maxAge?: number;
}

/** No script reads the cookie, and no request of another site's page carries it. */
function setCookie(asked: Asked, { secure, plain }: Names, { value, ...age }: Kept): SetCookie {
  const rules = { path: "/", httpOnly: true, sameSite: "Strict", ...age } as const;
  const cookie = isPlain(asked) ? serialize(plain, value, rules) : serialize(secure, value, { ...rules, secure: true });
  return ["Set-Cookie", cookie];
}

/** Keeps the session until the browser closes, and for long that the operator has used this device. */
export function signedInCookies(
  asked: Asked,
  { token, device: its }: { readonly token: string; readonly device: string },
  { session, device } = merchantCookies,
) {
  return [setCookie(asked, session, { value: token }), setCookie(asked, device, { value: its, maxAge: deviceSeconds })];
}

/** Removes the session. The device stays the operator's. */
export function signedOutCookies(asked: Asked, { session } = merchantCookies) {
  return [setCookie(asked, session, { value: "", maxAge: 0 })];
}
