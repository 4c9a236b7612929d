import type { WindowChoice, WindowMethod } from "@wonflow/core";
import { reasonOf } from "../closed-reasons.ts";
import { linkCookie } from "../kept-link.ts";
import { openingNotice } from "../window/notices.ts";
import { closedReason, showClosed, showEnd, showStanding, whenShown } from "./closed.ts";
import { find, the } from "./elements.ts";
import { showProblems } from "./fields.ts";
import { language, showText } from "./page-language.ts";
import { isFramed, leaveFor, openTop, parentOpensWindows } from "./parent-window.ts";
import {
  cancel,
  exclusively,
  goOn,
  isUnderWay,
  leaveInsteadOfOpening,
  notify,
  notifyEarlier,
  opensWindow,
  showFailure,
  type Failed,
} from "./paying.ts";
import { openCheckoutWindow, readSession, type SessionView } from "./session-calls.ts";

// The gateway's window: how a buyer gets there, and how the page follows what happens there.

/** Opens the window for the method that a button names; what goes wrong is shown in place. */
async function openWindow(button: HTMLButtonElement): Promise<void> {
  if (isUnderWay()) return;
  const agreed = find("#agreed", HTMLInputElement);
  if (agreed?.checked === false) return askForConsent(agreed);
  if (!navigator.onLine) return notify("offline");
  // The page offers nothing but methods that the service has listed.
  const method = button.value.replace("window-", "") as WindowMethod;
  const consent = agreed === undefined ? {} : { termsAgreed: true };
  button.ariaBusy = "true";
  await exclusively("opening", () => prepare({ method, device: device(), ...consent }));
  button.ariaBusy = null;
}

async function prepare(choice: WindowChoice): Promise<void> {
  const answer = await openCheckoutWindow(choice);
  if (await leaveInsteadOfOpening()) return;
  if (answer.kind !== "value") return showRefusal(answer);
  const { value } = answer;
  if (!("windowUrl" in value)) {
    // Another tab was faster: the buyer is asked before anything is paid.
    if (await showEnd("authenticated")) notifyEarlier("earlierMethod");
    return;
  }
  const { windowUrl, endsAt } = value;
  // It stays on the screen where the browser does not leave, and comes back with the back button.
  showClosed("inWindow", { window: { method: choice.method, endsAt } });
  const { token = "" } = the("main", HTMLElement).dataset;
  document.cookie = linkCookie({ checkout: window.location.href, windowUrl, token, language: language() });
  linkTo(windowUrl);
  await openTop(windowUrl);
}

async function showRefusal(failed: Failed): Promise<void> {
  if (failed.kind === "unreachable") return notify("windowNotOpened");
  if (failed.kind === "busy") return notify(openingNotice(failed.code));
  if (failed.kind !== "refused") return showFailure(failed);
  const { code, details = [] } = failed.refused;
  if (!details.some(({ field }) => field === "termsAgreed")) return notify(openingNotice(code));
  // The merchant has started to require consent since the page was loaded.
  window.location.reload();
}

function askForConsent(agreed: HTMLInputElement): void {
  if (find("#summary", HTMLElement) !== undefined) return showProblems({ agreed: "agreeEmpty" });
  notify("agreeEmpty");
  agreed.focus();
}

function device(): WindowChoice["device"] {
  const { userAgentData, userAgent, maxTouchPoints } = navigator as Navigator & {
    readonly userAgentData?: { readonly mobile: boolean };
  };
  const isPhone = userAgentData?.mobile ?? (/Mobi/i.test(userAgent) && maxTouchPoints > 0);
  return isPhone ? "MOBILE" : "PC";
}

/** The button leads to the opening that this page knows: it needs neither another one nor the buyer's consent again. */
function linkTo(windowUrl: string): void {
  const link = document.createElement("a");
  link.id = "reopen";
  link.className = "button";
  link.href = windowUrl;
  link.target = "_top";
  showText(link, isFramed() && !parentOpensWindows() ? "openWindow" : "reopenWindow");
  find("#window .consent", HTMLElement)?.remove();
  the("#reopen", HTMLElement).replaceWith(link);
}

/** The buttons and links of pages that offer methods of the window, and of the page of an opening. */
export function enableWindow(): void {
  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    const leaves = target instanceof HTMLFormElement && target.id === "window";
    if (!leaves && !opensWindow(submitter)) return;
    event.preventDefault();
    void (opensWindow(submitter) ? openWindow(submitter) : cancel());
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("#choose,#reopen") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.id === "choose") chooseAgain(event, link);
    else wayToWindow(event, link);
  });
  window.addEventListener("pagehide", () => (leads = false));
  whenShown("inWindow", followWindow);
}

/** A press of that link. In a frame the SDK leads there where it can, so that it knows of the window when the buyer is back. */
function wayToWindow(event: Event, link: HTMLAnchorElement): void {
  if (!isFramed() || !parentOpensWindows()) return;
  event.preventDefault();
  void openTop(link.href);
}

/** Only the service renders the choices. */
function chooseAgain(event: Event, link: HTMLAnchorElement): void {
  event.preventDefault();
  const address = new URL(link.href);
  address.searchParams.set("lang", language());
  window.location.replace(address);
}

/** Survives the reload that shows the choices. */
const timeOver = "windowTimeOver";

/**
 * Opens the window for the method in the page's address, as the SDK asked for. The address then names it no more: a
 * reload and the back button show the choices, or the window that is open.
 */
export function openWanted(): void {
  const { history, location } = window;
  const address = new URL(location.href);
  const wanted = address.searchParams.get("method");
  const isTimeOver = history.state === timeOver;
  if (wanted === null && !isTimeOver && !address.searchParams.has("choose")) return;
  for (const name of ["method", "choose"]) address.searchParams.delete(name);
  history.replaceState(isTimeOver ? null : history.state, "", address);
  if (isTimeOver) notify("windowTimeOver");
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("#card [value^=window-]")];
  const button = buttons.find(({ value }) => value === `window-${wanted}`);
  if (button !== undefined) void openWindow(button);
}

const everyMs = 2_000;

let following: ReturnType<typeof setTimeout> | undefined;

/** Whether the page may lead on by itself: not after the back button has brought the buyer here. */
let leads = true;

/** Follows the window that the buyer is in, perhaps in another tab, until its outcome is known. */
function followWindow(): void {
  clearTimeout(following);
  leads = true;
  const look = async (): Promise<void> => {
    // A buyer who looks elsewhere sees the state on return. A call under way shows its own outcome.
    const seen = document.hidden || isUnderWay() ? undefined : await readSession();
    if (closedReason() !== "inWindow") return;
    const shown = seen !== undefined && !isUnderWay() && (await showNext(seen));
    if (!shown) following = setTimeout(() => void look(), everyMs);
  };
  following = setTimeout(() => void look(), everyMs);
}

/** Shows what follows the window, and returns whether anything does. */
async function showNext(seen: Awaited<ReturnType<typeof readSession>>): Promise<boolean> {
  if (seen.kind === "closed") return showEnd(seen.reason);
  if (seen.kind !== "value") return false;
  const view = seen.value;
  const { status, redirectUrl } = view;
  if (reasonOf(view) === "inWindow") return showOpening(view);
  if (leads && status === "AUTHENTICATED" && redirectUrl !== undefined) goOn(redirectUrl);
  else if (!showStanding(view)) showChoices(view);
  else if (leads && status === "PAID" && redirectUrl !== undefined) void leaveFor(redirectUrl);
  return true;
}

/** Another tab may have opened the window again. */
function showOpening(view: SessionView): boolean {
  if (the("main", HTMLElement).dataset["window"] === view.window?.endsAt) return false;
  showStanding(view);
  return true;
}

/** Only the service renders the form, with what went wrong in the window. */
function showChoices({ windowFailure }: SessionView): void {
  const until = Date.parse(the("main", HTMLElement).dataset["window"] ?? "");
  if (windowFailure === undefined && until <= Date.now()) window.history.replaceState(timeOver, "");
  window.location.reload();
}
