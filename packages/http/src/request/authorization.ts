import { keyTypeOf, ok, refuse, type ErrorCode, type Result } from "@wonflow/core";

const credentialsPattern = /^([^\s]+) +([^\s].*)$/;

function credentialsOf(header: string): { readonly scheme: string; readonly value: string } | undefined {
  const match = credentialsPattern.exec(header.trim());
  const [, scheme = "", value = ""] = match ?? [];
  return match === null ? undefined : { scheme: scheme.toLowerCase(), value };
}

const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;

function decodeBase64(encoded: string): string | undefined {
  if (!base64Pattern.test(encoded)) return undefined;
  try {
    return atob(encoded);
  } catch {
    return undefined;
  }
}

function refuseHeader(code: ErrorCode, problem: string): Result<never> {
  return refuse(code, [{ field: "Authorization", code, problem }]);
}

function refuseFormat(problem: string): Result<never> {
  return refuseHeader("INCORRECT_BASIC_AUTH_FORMAT", problem);
}

const secretForm = "Basic base64(<secret key>:)";

/** A scheme that is known, as it may be a part of a key otherwise. */
function schemeName(scheme: string): string {
  return ["bearer", "digest", "token"].includes(scheme) ? scheme : "of something else";
}

/** Refusals: `UNAUTHORIZED_KEY`, and `INCORRECT_BASIC_AUTH_FORMAT` unless it is `Basic base64(<secret key>:)`. */
export function secretKeyIn(headers: Headers): Result<string> {
  const header = headers.get("Authorization");
  if (header === null) return refuseHeader("UNAUTHORIZED_KEY", `is missing; send ${secretForm}`);
  const credentials = credentialsOf(header);
  if (credentials === undefined) return refuseFormat(`has no scheme and value; send ${secretForm}`);
  const { scheme, value } = credentials;
  if (scheme !== "basic") return refuseFormat(`has the scheme ${schemeName(scheme)}; send ${secretForm}`);
  const decoded = decodeBase64(value);
  if (decoded === undefined) {
    const isKey = keyTypeOf(value.replace(/:$/, "")) !== undefined;
    return refuseFormat(isKey ? `has the key itself after Basic; send ${secretForm}` : "is not Base64 after Basic");
  }
  const colon = decoded.indexOf(":");
  if (colon === -1) return refuseFormat("has no colon after the secret key; append one before encoding");
  const password = decoded.slice(colon + 1);
  if (password === "") return ok(decoded.slice(0, colon));
  return refuseFormat(
    /^:+$/.test(password)
      ? "has more than one colon after the secret key; remove the trailing colon from the setting"
      : "has a password after the colon; it must be empty",
  );
}

/** The client key and a colon, also in Base64. Refusals: `UNAUTHORIZED_KEY`, `INCORRECT_BASIC_AUTH_FORMAT`. */
export function clientKeyIn(headers: Headers): Result<string> {
  const header = headers.get("Authorization");
  if (header === null) return refuseHeader("UNAUTHORIZED_KEY", "is missing; send Basic <client key>:");
  const credentials = credentialsOf(header);
  if (credentials?.scheme !== "basic") return refuseFormat("must be Basic, followed by the client key and a colon");
  const { value } = credentials;
  const text = value.includes(":") ? value : decodeBase64(value);
  if (text?.endsWith(":") !== true) return refuseFormat("has no colon at the end of the client key");
  return ok(text.slice(0, -1));
}

/** The token of a checkout session, from an `Authorization: Bearer` header. A token in a URL would get logged. */
export function checkoutTokenIn(headers: Headers): Result<string> {
  const credentials = credentialsOf(headers.get("Authorization") ?? "");
  if (credentials?.scheme === "bearer") return ok(credentials.value);
  return refuseHeader("NOT_FOUND_PAYMENT_SESSION", "must be Bearer, followed by the session's token");
}
