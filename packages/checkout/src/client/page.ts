import { enableCardCompany } from "./card-company.ts";
import { countDown } from "./countdown.ts";
import { find } from "./elements.ts";
import { enableOnward, showClosed } from "./closed.ts";
import { enableFields } from "./fields.ts";
import { answerHello, isFramed, leaveFor } from "./parent-window.ts";
import { cancel, enablePaying, isSending } from "./paying.ts";
import { enableLanguageSwitch } from "./page-language.ts";

// What the page's script does, on every page of the checkout. Without it the form works by itself.

answerHello();
enableLanguageSwitch();
enableOnward();

const form = find("form", HTMLFormElement);
if (form !== undefined) {
  enableFields();
  enableCardCompany();
  enablePaying(form);
  countDown(() => {
    // While a card is on its way, its answer says whether it came in time.
    if (isSending()) return false;
    showClosed("expired");
    return true;
  });
}

window.addEventListener("keydown", ({ key, isComposing, defaultPrevented }) => {
  if (key !== "Escape" || isComposing || defaultPrevented || !isFramed()) return;
  const onward = find("#onward", HTMLAnchorElement);
  if (onward !== undefined) void leaveFor(onward.href);
  else if (find("form", HTMLFormElement) !== undefined) void cancel();
});
