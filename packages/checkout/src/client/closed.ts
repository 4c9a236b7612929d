import { reasonOf, type ClosedReason } from "../closed-reasons.ts";
import { find, the } from "./elements.ts";
import { readSession, type SessionView } from "./session-calls.ts";

/** Replaces the form by the reason why the link is closed. The typed values are removed with the form. */
function showClosed(reason: ClosedReason, redirectUrl?: string): void {
  const form = find("form", HTMLFormElement);
  const template = find(`#closed-${reason}`, HTMLTemplateElement);
  // The service renders a page that was closed before, and states without a template.
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
  // A screen reader continues at the heading.
  the("main h1", HTMLElement).focus();
}

export function asksToGoOn(): boolean {
  return find("#asked", HTMLFormElement) !== undefined;
}

/** Shows the state of a link, and answers whether it takes no card. */
export function showStanding(view: SessionView): boolean {
  const reason = reasonOf(view);
  if (reason !== undefined) showClosed(reason, view.redirectUrl);
  return reason !== undefined;
}

/** Shows an ended link with its way on, or only the reason if the session can't be read. Answers whether it takes no card. */
export async function showEnd(reason: ClosedReason): Promise<boolean> {
  const seen = await readSession();
  if (seen.kind === "value") return showStanding(seen.value);
  showClosed(reason);
  return true;
}
