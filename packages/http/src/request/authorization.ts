import { refuse, type Payments, type Result, type Tenant } from "@wonflow/core";

const credentialsPattern = /^([^\s]+) +([^\s].*)$/;

/** The scheme of an Authorization header in lower case, and what follows it. */
function credentialsOf(header: string): { readonly scheme: string; readonly value: string } | undefined {
  const match = credentialsPattern.exec(header.trim());
  const [, scheme = "", value = ""] = match ?? [];
  return match === null ? undefined : { scheme: scheme.toLowerCase(), value };
}

const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;

/** The text of a Base64 string; undefined where it is none. */
function decodeBase64(encoded: string): string | undefined {
  if (!base64Pattern.test(encoded)) return undefined;
  try {
    return atob(encoded);
  } catch {
    return undefined;
  }
}

function refuseFormat(problem: string): Result<never> {
  const code = "INCORRECT_BASIC_AUTH_FORMAT";
  return refuse(code, [{ field: "Authorization", code, problem }]);
}

/**
 * The merchant and mode of a request's secret key (interface: Authentication).
 *
 * Refusals: `UNAUTHORIZED_KEY` without the header and for an unknown key; `INCORRECT_BASIC_AUTH_FORMAT`
 * where it is not `Basic base64(<secret key>:)`; `INVALID_API_KEY` for a client key.
 */
export async function authenticateMerchant(payments: Payments, headers: Headers): Promise<Result<Tenant>> {
  const header = headers.get("Authorization");
  if (header === null) {
    const problem = "is missing; send Basic base64(<secret key>:)";
    return refuse("UNAUTHORIZED_KEY", [{ field: "Authorization", code: "UNAUTHORIZED_KEY", problem }]);
  }
  const credentials = credentialsOf(header);
  if (credentials?.scheme !== "basic") return refuseFormat("must be Basic, followed by Base64");
  const decoded = decodeBase64(credentials.value);
  if (decoded === undefined) return refuseFormat("is not Base64 after Basic");
  const colon = decoded.indexOf(":");
  if (colon === -1) return refuseFormat("has no colon after the secret key; append one before encoding");
  if (colon < decoded.length - 1) return refuseFormat("has a password after the colon; it must be empty");
  return payments.keys.authenticate(decoded.slice(0, colon), "secret");
}

/**
 * The merchant and mode of a page's client key. Both forms of the header are taken: the key followed by
 * a colon as it is (interface: Authentication), and in Base64, as Basic authentication has it.
 *
 * Refusals: `UNAUTHORIZED_KEY` without the header and for an unknown key; `INCORRECT_BASIC_AUTH_FORMAT`;
 * `INVALID_API_KEY` for a secret key, which must never be in a page.
 */
export async function authenticatePage(payments: Payments, headers: Headers): Promise<Result<Tenant>> {
  const header = headers.get("Authorization");
  if (header === null) {
    const problem = "is missing; send Basic <client key>:";
    return refuse("UNAUTHORIZED_KEY", [{ field: "Authorization", code: "UNAUTHORIZED_KEY", problem }]);
  }
  const credentials = credentialsOf(header);
  if (credentials?.scheme !== "basic") return refuseFormat("must be Basic, followed by the client key and a colon");
  const { value } = credentials;
  const text = value.includes(":") ? value : decodeBase64(value);
  if (text?.endsWith(":") !== true) return refuseFormat("has no colon at the end of the client key");
  return payments.keys.authenticate(text.slice(0, -1), "client");
}

/**
 * The merchant and mode of a key of either type, in any form that its type may have.
 *
 * Refusals: as for `authenticateMerchant` and `authenticatePage`.
 */
export async function authenticateAny(payments: Payments, headers: Headers): Promise<Result<Tenant>> {
  const page = await authenticatePage(payments, headers);
  if (page.ok || page.error.code !== "INVALID_API_KEY") return page;
  return authenticateMerchant(payments, headers);
}

/** The token of a checkout session, from an `Authorization: Bearer` header; never from a URL, which gets logged. */
export function checkoutToken(headers: Headers): Result<string> {
  const credentials = credentialsOf(headers.get("Authorization") ?? "");
  if (credentials?.scheme === "bearer") return { ok: true, value: credentials.value };
  const code = "NOT_FOUND_PAYMENT_SESSION";
  return refuse(code, [{ field: "Authorization", code, problem: "must be Bearer, followed by the session's token" }]);
}
