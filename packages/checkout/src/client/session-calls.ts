import { linkClosedBy, type ClosedReason } from "../closed-reasons.ts";
import { the } from "./elements.ts";

/** What a session's page shows that may have changed since (interface: CheckoutView). */
export interface SessionView {
  readonly status: "OPEN" | "AUTHENTICATED" | "PAID";
  readonly redirectUrl?: string;
}

/**
 * What a call came to. `lost`: no answer, so nobody knows; `busy`: refused for now; `closed`: the link takes
 * no card any more; `fields`: these fields are wrong.
 */
export type Answer<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "closed"; readonly reason: ClosedReason }
  | { readonly kind: "fields"; readonly fields: readonly string[] }
  | { readonly kind: "busy" }
  | { readonly kind: "lost" };

const requestTimeoutMs = 45_000;

interface Refused {
  readonly code?: string;
  readonly details?: readonly { readonly field: string }[];
}

async function call<Value>(path: string, request: RequestInit): Promise<Answer<Value>> {
  const { value: token } = the("input[name=token]", HTMLInputElement);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), requestTimeoutMs);
  try {
    const response = await fetch(`${window.location.pathname}/session${path}`, {
      ...request,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      cache: "no-store",
      credentials: "omit",
      signal: timeout.signal,
    });
    if (response.ok) return { kind: "value", value: (await response.json()) as Value };
    return refused((await response.json()) as Refused, response.status);
  } catch {
    return { kind: "lost" };
  } finally {
    clearTimeout(timer);
  }
}

function refused({ code = "", details = [] }: Refused, status: number): Answer<never> {
  const reason = linkClosedBy(code);
  if (reason !== undefined) return { kind: "closed", reason };
  if (details.length > 0) return { kind: "fields", fields: details.map(({ field }) => field) };
  return { kind: status >= 500 ? "lost" : "busy" };
}

/** Asks how far the session has got. */
export function readSession(): Promise<Answer<SessionView>> {
  return call("", {});
}

/** What the service says of a card by its first digits (interface: CardDescription). */
export interface CardDescription {
  readonly company: { readonly ko: string; readonly en: string } | null;
  readonly installments: readonly { readonly months: number; readonly interestFree: boolean }[];
}

/** Asks which company a card is of and which plans it has, by its first 6 to 8 digits and no more. */
export function describeCard(firstDigits: string): Promise<Answer<CardDescription>> {
  return call("/card", { method: "POST", body: JSON.stringify({ firstDigits }) });
}

/** Sends a card. Its answer may get lost while it has its effect, so look before sending again. */
export function authenticate(card: object): Promise<Answer<{ readonly redirectUrl: string }>> {
  return call("/authenticate", { method: "POST", body: JSON.stringify(card) });
}

export function giveUp(): Promise<Answer<{ readonly redirectUrl: string }>> {
  return call("/give-up", { method: "POST" });
}
