import type { ClosedReason } from "../closed-reasons.ts";
import { find, the } from "./elements.ts";
import { isFramed, leaveFor } from "./parent-window.ts";

/** Makes the link to the shop work in the SDK's overlay too. */
export function enableOnward(): void {
  find("#onward", HTMLAnchorElement)?.addEventListener("click", (event) => {
    if (!isFramed()) return;
    event.preventDefault();
    void leaveFor((event.currentTarget as HTMLAnchorElement).href);
  });
}

/** Shows why the link is closed in place of the form. What was typed is removed with the form. */
export function showClosed(reason: ClosedReason, redirectUrl?: string): void {
  const form = find("form", HTMLFormElement);
  if (form === undefined) return;
  form.reset();
  form.replaceWith(the(`#closed-${reason}`, HTMLTemplateElement).content.cloneNode(true));
  find("#time-row", HTMLElement)?.remove();
  find("h1.sr", HTMLElement)?.remove();
  const onward = find("#onward", HTMLAnchorElement);
  if (redirectUrl === undefined) onward?.remove();
  else if (onward !== undefined) onward.href = redirectUrl;
  enableOnward();
  // The heading says it all, so a screen reader starts there.
  the("main h1", HTMLElement).focus();
}
