import { reasonOf, type ClosedReason } from "../closed-reasons.ts";
import { find, the } from "./elements.ts";
import { readSession, type SessionView } from "./session-calls.ts";

/** Shows why the link is closed in place of the form. What was typed is removed with the form. */
function showClosed(reason: ClosedReason, redirectUrl?: string): void {
  const form = find("form", HTMLFormElement);
  const template = find(`#closed-${reason}`, HTMLTemplateElement);
  // A page that was closed already, or a state that only the service's own page shows, is loaded anew.
  if (form === undefined || form.id === "asked" || template === undefined) return window.location.reload();
  form.reset();
  find("#leaving", HTMLDialogElement)?.remove();
  form.replaceWith(template.content.cloneNode(true));
  find("#time-row", HTMLElement)?.remove();
  find("h1.sr", HTMLElement)?.remove();
  the("main", HTMLElement).dataset["reason"] = reason;
  const onward = find("#onward", HTMLAnchorElement);
  if (redirectUrl === undefined) onward?.remove();
  else if (onward !== undefined) onward.href = redirectUrl;
  // The heading says it all, so a screen reader starts there.
  the("main h1", HTMLElement).focus();
}

/** Whether the page asks to go on or not to pay. */
export function asksToGoOn(): boolean {
  return find("#asked", HTMLFormElement) !== undefined;
}

/** Shows how far a link has got, and answers whether it takes no card. */
export function showStanding(view: SessionView): boolean {
  const reason = reasonOf(view);
  if (reason !== undefined) showClosed(reason, view.redirectUrl);
  return reason !== undefined;
}

/**
 * The link has ended: reads where its buyer goes on, or says only why where that can't be read. Answers whether it
 * takes no card.
 */
export async function showEnd(reason: ClosedReason): Promise<boolean> {
  const seen = await readSession();
  if (seen.kind === "value") return showStanding(seen.value);
  showClosed(reason);
  return true;
}
