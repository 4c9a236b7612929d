import type { CardDescription, CheckoutRedirect, CheckoutView, OpenedWindow, WindowChoice } from "@wonflow/core";
import type { RefusedCard } from "../card/refused.ts";
import { linkClosedBy, type ClosedReason } from "../closed-reasons.ts";
import { the } from "./elements.ts";
import { language } from "./page-language.ts";

/** The parts of a session that may have changed since the page was loaded. */
export type SessionView = Pick<
  CheckoutView,
  "status" | "endedBy" | "checking" | "suspended" | "window" | "windowFailure" | "paidIn" | "card" | "redirectUrl"
>;

/**
 * The outcome of a call. `lost`: no answer, so unknown; `busy`: refused for now; `unreachable`: the gateway did not
 * answer; `closed`: the link takes no more cards; `refused`: the card or a field is wrong.
 */
export type Answer<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "closed"; readonly reason: ClosedReason }
  | { readonly kind: "refused"; readonly refused: RefusedCard }
  | { readonly kind: "unreachable" }
  | { readonly kind: "busy"; readonly code: string }
  | { readonly kind: "lost" };

const requestTimeoutMs = 45_000;

async function call<Value>(path: string, request: RequestInit): Promise<Answer<Value>> {
  const token = the("main", HTMLElement).dataset["token"];
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), requestTimeoutMs);
  try {
    const response = await fetch(`${window.location.pathname}/session${path}`, {
      ...request,
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "Accept-Language": language(),
      },
      cache: "no-store",
      credentials: "omit",
      signal: timeout.signal,
    });
    if (response.ok) return { kind: "value", value: (await response.json()) as Value };
    return refused((await response.json()) as Partial<RefusedCard>, response.status);
  } catch {
    return { kind: "lost" };
  } finally {
    clearTimeout(timer);
  }
}

function refused({ code = "", ...rest }: Partial<RefusedCard>, status: number): Answer<never> {
  const reason = linkClosedBy(code);
  if (reason !== undefined) return { kind: "closed", reason };
  if (code === "PROVIDER_ERROR") return { kind: "unreachable" };
  if (rest.details !== undefined || rest.triesLeft !== undefined)
    return { kind: "refused", refused: { code, ...rest } };
  return status >= 500 ? { kind: "lost" } : { kind: "busy", code };
}

export function readSession(): Promise<Answer<SessionView>> {
  return call("", {});
}

/** Reads a card's company and plans by its first 6 to 8 digits, never more. */
export function describeCard(firstDigits: string): Promise<Answer<CardDescription>> {
  return call("/card", { method: "POST", body: JSON.stringify({ firstDigits }) });
}

/** Sends a card. Its answer may be lost although it took effect: read the session before sending again. */
export function authenticate(card: object): Promise<Answer<CheckoutRedirect>> {
  return call("/authenticate", { method: "POST", body: JSON.stringify(card) });
}

/**
 * Opens the gateway's window. The answer leads the browser's top window there, or on to the shop where the buyer has
 * authenticated already.
 */
export function openCheckoutWindow(choice: WindowChoice): Promise<Answer<OpenedWindow | CheckoutRedirect>> {
  return call("/window", { method: "POST", body: JSON.stringify(choice) });
}

export function giveUp(): Promise<Answer<CheckoutRedirect>> {
  return call("/give-up", { method: "POST" });
}
