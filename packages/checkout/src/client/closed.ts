import { reasonOf, type ClosedReason } from "../closed-reasons.ts";
import { find, the } from "./elements.ts";
import { cardText } from "../card/refused.ts";
import { showText } from "./page-language.ts";
import { leaveFor, tellBusy } from "./parent-window.ts";
import { readSession, type SessionView } from "./session-calls.ts";

/** Why the link takes no card now; undefined while it takes one. */
export function closedReason(): ClosedReason | undefined {
  return find("main", HTMLElement)?.dataset["reason"] as ClosedReason | undefined;
}

interface Shown {
  readonly redirectUrl?: string | undefined;
  readonly card?: SessionView["card"];
}

/** Replaces the form by the reason why the link is closed. The typed values are removed with the form. */
export function showClosed(reason: ClosedReason, { redirectUrl, card }: Shown = {}): void {
  const content = find("#card", HTMLFormElement) ?? find(".closed", HTMLElement);
  const template = find(`#closed-${reason}`, HTMLTemplateElement);
  // The service renders a page that was closed before, and states without a template.
  if (content === undefined || template === undefined) return window.location.reload();
  if (content instanceof HTMLFormElement) content.reset();
  find("#leaving", HTMLDialogElement)?.remove();
  const main = the("main", HTMLElement);
  if (card !== undefined) {
    main.dataset["cardKo"] = cardText("ko", card);
    main.dataset["cardEn"] = cardText("en", card);
    for (const place of template.content.querySelectorAll(".with-card")) showText(place, "withCard");
  }
  content.replaceWith(template.content.cloneNode(true));
  find("#time-row", HTMLElement)?.remove();
  find("h1.sr", HTMLElement)?.remove();
  main.dataset["reason"] = reason;
  const onward = find("#onward", HTMLAnchorElement);
  if (redirectUrl === undefined) onward?.remove();
  else if (onward !== undefined) onward.href = redirectUrl;
  // A screen reader continues at the heading.
  the("main h1", HTMLElement).focus();
  if (reason === "confirming") followConfirm();
}

/** Shows the state of a link, and returns whether it accepts no card. */
export function showStanding(view: SessionView): boolean {
  const reason = reasonOf(view);
  if (reason !== undefined) showClosed(reason, view);
  return reason !== undefined;
}

/**
 * Shows an ended link with the way back to the shop, or only the reason if the session can't be read. Returns whether
 * the link accepts no card.
 */
export async function showEnd(reason: ClosedReason): Promise<boolean> {
  const seen = await readSession();
  if (seen.kind === "value") return showStanding(seen.value);
  showClosed(reason);
  return true;
}

const confirmEveryMs = 1_500;

const unansweredEveryMs = 10_000;

/** A buyer who has waited this long learns that the payment is still being checked, with the way to the shop. */
const confirmPatienceMs = 60_000;

/** Follows a payment that the shop is confirming, and leads the buyer on as soon as its outcome is known. */
export function followConfirm(): void {
  let redirectUrl: string | undefined;
  tellBusy(true);
  const patience = setTimeout(() => {
    tellBusy(false);
    showClosed("unanswered", { redirectUrl });
  }, confirmPatienceMs);
  const look = async (): Promise<void> => {
    const seen = await readSession();
    if (seen.kind === "value") redirectUrl = seen.value.redirectUrl;
    const isOpen = seen.kind !== "closed" && (seen.kind !== "value" || seen.value.status === "CONFIRMING");
    const nextMs = closedReason() === "unanswered" ? unansweredEveryMs : confirmEveryMs;
    if (isOpen) return void setTimeout(() => void look(), nextMs);
    clearTimeout(patience);
    tellBusy(false);
    if (seen.kind === "closed") return showClosed(seen.reason);
    const isDecided = seen.value.status === "PAID" || seen.value.status === "EXPIRED";
    if (isDecided && redirectUrl !== undefined) return leaveFor(redirectUrl);
    showStanding(seen.value);
  };
  void look();
}
