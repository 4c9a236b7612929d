import type { ErrorCode, Language } from "./error-codes.ts";
import { failure } from "./failure.ts";
import { webAddress, type Order } from "./order.ts";
import { PaymentsError, type ErrorDetail } from "./payments-error.ts";

/** The service that a page pays through, and as whom. */
export interface Connection {
  readonly baseUrl: string;
  readonly clientKey: string;
  readonly language: Language;
}

/** A checkout that is open at the service. */
export interface Session {
  readonly token: string;
  readonly checkoutUrl: string;
}

/** What the service answers, when it is well: a session, a redirect, or an error object. */
interface Answer {
  readonly token?: string;
  readonly checkoutUrl?: string;
  readonly redirectUrl?: string;
  readonly code?: string;
  readonly message?: string;
  readonly traceId?: string;
  readonly details?: readonly ErrorDetail[];
}

const requestTimeoutMs = 30_000;

/**
 * Opens a checkout session with the client key.
 *
 * Throws `NETWORK_ERROR` and `UNEXPECTED_RESPONSE`, and passes on what the service refuses.
 */
export async function openSession(connection: Connection, order: Order): Promise<Session> {
  const authorization = `Basic ${btoa(`${connection.clientKey}:`)}`;
  const { token, url } = await post(connection, "/checkout/sessions", { authorization, body: order });
  return { token, checkoutUrl: url };
}

/**
 * Gives a checkout up, as the buyer wishes, and answers where the page goes: failUrl with its parameters.
 *
 * Throws as `openSession` does.
 */
export async function giveUp(connection: Connection, token: string): Promise<string> {
  return (await post(connection, "/checkout/session/give-up", { authorization: `Bearer ${token}`, body: {} })).url;
}

async function post(
  { baseUrl, language }: Connection,
  path: string,
  { authorization, body }: { readonly authorization: string; readonly body: object },
): Promise<{ readonly token: string; readonly url: string }> {
  const response = await fetch(baseUrl + path, {
    method: "POST",
    credentials: "omit",
    headers: { Authorization: authorization, "Content-Type": "application/json", "Accept-Language": language },
    body: JSON.stringify(body),
    // Browsers before 2022 wait as long as they like.
    signal: AbortSignal.timeout?.(requestTimeoutMs) ?? null,
  }).catch((cause: unknown) => {
    throw failure("NETWORK_ERROR", language, { retryable: true, cause });
  });
  const { ok, status } = response;
  // What is no JSON, such as a proxy's error page, says nothing.
  const answer = ((await response.json().catch(() => null)) ?? {}) as Answer;
  const { token = "", checkoutUrl, redirectUrl, code = "", message, traceId, details } = answer;
  const url = webAddress(checkoutUrl ?? redirectUrl);
  if (ok && url !== undefined) return { token, url };
  // Another try may help where the service says later, or where nobody knows: a second session does no harm.
  const retryable = ok || status === 409 || status === 429 || status >= 500;
  // The service is the authority on its codes: one that this version does not list yet is passed on as well.
  if (!ok && /^[A-Z_]+$/.test(code))
    throw new PaymentsError(code as ErrorCode, message, { details, traceId, retryable });
  throw failure("UNEXPECTED_RESPONSE", language, { retryable });
}
