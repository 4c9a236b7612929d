import { textOf, type ErrorCode, type Language } from "./error-codes.ts";
import { failure } from "./failure.ts";
import { webAddress, type Order } from "./order.ts";
import { PaymentsError, type ErrorDetail } from "./payments-error.ts";

export interface Connection {
  readonly baseUrl: string;
  readonly clientKey: string;
  readonly language: Language;
}

export interface Session {
  readonly token: string;
  readonly checkoutUrl: string;
}

/** The service's answer: a session, a redirect, or an error object. */
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
export async function openSession(connection: Connection, { method, ...order }: Order): Promise<Session> {
  const authorization = `Basic ${btoa(`${connection.clientKey}:`)}`;
  const { token, url } = await post(connection, "/checkout/sessions", { authorization, body: order });
  const page = new URL(url);
  page.searchParams.set("lang", connection.language);
  if (method != null) page.searchParams.set("method", method);
  return { token, checkoutUrl: page.href };
}

/**
 * The outcome of giving up: the page's next address (failUrl with its parameters); the payment had ended uncharged; the
 * shop had asked to confirm it; or not known.
 */
export type GivenUp = { readonly url: string } | "ended" | "too-late" | "unknown";

const refusals: Readonly<Record<string, "ended" | "too-late">> = {
  ALREADY_PROCESSED_PAYMENT: "too-late",
  EXPIRED_PAYMENT_SESSION: "ended",
  INVALIDATED_PAYMENT_SESSION: "ended",
  NOT_FOUND_PAYMENT_SESSION: "ended",
};

/** Gives up a checkout for the buyer. */
export async function giveUp(connection: Connection, token: string): Promise<GivenUp> {
  try {
    return await post(connection, "/checkout/session/give-up", { authorization: `Bearer ${token}`, body: {} });
  } catch (error) {
    return refusals[(error as PaymentsError).code] ?? "unknown";
  }
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
    // Browsers before 2022 have no such signal, and wait without a limit.
    signal: AbortSignal.timeout?.(requestTimeoutMs) ?? null,
  }).catch((cause: unknown) => {
    throw failure("NETWORK_ERROR", language, { retryable: true, cause });
  });
  const { ok, status } = response;
  // An answer that is not JSON, such as a proxy's error page, counts as empty.
  const answer = ((await response.json().catch(() => null)) ?? {}) as Answer;
  const { token = "", checkoutUrl, redirectUrl, code = "", message, traceId, details } = answer;
  const url = webAddress(checkoutUrl ?? redirectUrl);
  if (ok && url !== undefined) return { token, url };
  // Trying again may help if the service says so, or the outcome is unknown: a second session does no harm.
  const retryable = ok || status === 409 || status === 429 || status >= 500;
  // The service defines the codes: unknown ones are passed on as well.
  if (!ok && /^[A-Z_]+$/.test(code)) {
    const hint = [message, ...(details ?? []).map(({ field, problem }) => `${field} ${problem}`)].join("; ");
    const text = textOf(code as ErrorCode, language, retryable);
    throw new PaymentsError(code as ErrorCode, text, { details, hint, traceId, retryable });
  }
  throw failure("UNEXPECTED_RESPONSE", language, { retryable });
}
