import type { Language } from "@wonflow/core";
import { reasonOf, type ClosedReason } from "../closed-reasons.ts";
import { takesWindow } from "../takes-window.ts";
import { find, the } from "./elements.ts";
import { cardText } from "../card/refused.ts";
import { nameOfMethod, show, showText } from "./page-language.ts";
import { leaveFor, tellBusy } from "./parent-window.ts";
import { readSession, type SessionView } from "./session-calls.ts";

/** Why the link takes no card now; undefined while it takes one. */
export function closedReason(): ClosedReason | undefined {
  return find("main", HTMLElement)?.dataset["reason"] as ClosedReason | undefined;
}

interface Shown {
  readonly redirectUrl?: string | undefined;
  readonly card?: SessionView["card"];
  readonly paidIn?: SessionView["paidIn"];
  /** The opening that the buyer is in. */
  readonly window?: SessionView["window"];
}

const followers = new Map<ClosedReason, () => void>();

/** Calls `follow` whenever the page shows this state: the page follows it to the next one. */
export function whenShown(reason: ClosedReason, follow: () => void): void {
  followers.set(reason, follow);
  if (closedReason() === reason) follow();
}

/** Replaces the form by the reason why the link is closed. The typed values are removed with the form. */
export function showClosed(reason: ClosedReason, { redirectUrl, card, paidIn, window: opened }: Shown = {}): void {
  const { dataset } = the("main", HTMLElement);
  // Its button may lead to the opening that it has already.
  if (takesWindow && reason === "inWindow" && closedReason() === reason && dataset["window"] === opened?.endsAt) {
    return followers.get(reason)?.();
  }
  const content = find("#card", HTMLFormElement) ?? find(".closed", HTMLElement);
  const template = find(`#closed-${reason}`, HTMLTemplateElement);
  // The service renders a page that was closed before, and states without a template.
  if (content === undefined || template === undefined) return window.location.reload();
  if (content instanceof HTMLFormElement) content.reset();
  find("#leaving", HTMLDialogElement)?.remove();
  const main = the("main", HTMLElement);
  const paidWith = paidWithIn(card, paidIn);
  if (paidWith !== undefined) {
    main.dataset["cardKo"] = paidWith("ko");
    main.dataset["cardEn"] = paidWith("en");
    for (const place of template.content.querySelectorAll(".with-card")) showText(place, "withCard");
  }
  if (takesWindow && opened !== undefined) showMethod(template.content, opened);
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
  if (takesWindow) followers.get(reason)?.();
}

function paidWithIn(card: Shown["card"], paidIn: Shown["paidIn"]): ((language: Language) => string) | undefined {
  if (card !== undefined) return (language) => cardText(language, card);
  if (!takesWindow || paidIn === undefined) return undefined;
  return (language) => nameOfMethod(paidIn.easyPayProvider ?? paidIn.method, language);
}

/** Names the method of an opening, also on the button that opens it again. */
function showMethod(page: ParentNode, { method, endsAt }: NonNullable<SessionView["window"]>): void {
  the("main", HTMLElement).dataset["window"] = endsAt;
  const name = document.createElement("span");
  name.dataset["method"] = method;
  show(name, "payBy");
  page.querySelector(".with-method")?.replaceChildren(name);
  page.querySelector("#reopen")?.setAttribute("value", `window-${method}`);
}

/** Shows the state of a link, and returns whether the buyer has no way to choose now. */
export function showStanding(view: SessionView): boolean {
  const reason = reasonOf(view);
  if (reason !== undefined) showClosed(reason, view);
  return reason !== undefined;
}

/** The same for what ends an opening of the window, which may then still be open. */
export function showStandingBesideWindow(view: SessionView): boolean {
  return reasonOf(view) !== "inWindow" && showStanding(view);
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
