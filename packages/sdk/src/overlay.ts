import { exchangeMessages, type Exchange } from "./frame-messages.ts";
import type { Language } from "./error-codes.ts";
import { watchBackButton } from "./back-button.ts";

/** The window's style sheet. The page's styles can't reach it; `!important` on the host outranks them. */
const overlayStyle = `
:host{all:initial!important}
*{box-sizing:border-box;margin:0;border:0}
dialog{flex-direction:column;width:480px;height:min(780px,100vh - 48px);max-width:none;max-height:none;margin:auto;padding:0;border-radius:16px;overflow:hidden;background:#fff;color:#191f28;font:15px/1.5 system-ui,sans-serif}
dialog[open]{display:flex}
::backdrop{background:#090d14a3}
button{position:absolute;top:4px;right:4px;width:44px;height:44px;border-radius:12px;background:none;color:inherit;font-size:28px;line-height:1}
button[aria-disabled=true]{opacity:.35}
section{flex:1;position:relative}
iframe,p{position:absolute;width:100%;height:100%}
p{padding:24px;display:flex;flex-direction:column;gap:16px;align-items:center;justify-content:center;text-align:center}
p:empty{display:none}
p:not(:empty)+iframe{visibility:hidden}
p:before{content:"";width:32px;height:32px;border:3px solid #8884;border-top-color:#3182f6;border-radius:50%;animation:turn 1s linear infinite}
p:has(a):before{display:none}
a{padding:12px 20px;border-radius:12px;background:#1b64da;color:#fff;text-decoration:none}
@keyframes turn{to{rotate:1turn}}
@media(max-width:540px),(max-height:640px){dialog{width:100%;height:100%;border-radius:0}}
@media(prefers-color-scheme:dark){dialog{background:#17171c;color:#f2f4f6;color-scheme:dark}}
@media(forced-colors:active){dialog,button,a{border:2px solid}}
@media(prefers-reduced-motion){p:before{animation:none}}
`;

const loadTimeoutMs = 8000;

const texts = {
  ko: {
    title: "결제",
    close: "결제창 닫기",
    wait: "잠시만 기다려 주세요",
    notOpening: "결제창이 열리지 않아요.",
    openHere: "이 페이지에서 결제하기",
  },
  en: {
    title: "Checkout",
    close: "Close checkout",
    wait: "One moment, please",
    notOpening: "The checkout does not open.",
    openHere: "Open it in this page",
  },
} as const;

export interface Overlay {
  /**
   * Shows the checkout; `onLeave` gets the address for the page. `onEnd` is called when nothing is left to do, with
   * whether the payment may still be made.
   */
  show(
    checkoutUrl: string,
    listener: {
      readonly onLeave: (url: string) => void;
      readonly onEnd: (underWay: boolean) => void;
      readonly onOpenWindow: (url: string) => void;
    },
  ): void;
  wait(): void;
  /** Leaves the shop's page for another; the window shows until then what it shows. */
  leave(url: string): void;
  /** Removes the window, and restores focus, scrolling and the browser's history. */
  close(): Promise<void>;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function styleSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Stops the page from scrolling, and keeps its width without the scrollbar. */
function lockScrolling(): () => void {
  const scrollbar = window.innerWidth - document.documentElement.clientWidth;
  const held = styleSheet(`html{overflow:hidden!important;padding-right:${scrollbar}px!important}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, held];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== held);
  };
}

/**
 * Opens the window: a modal dialog in the browser's top layer, above every z-index, which makes the page behind it
 * inert. Its shadow root has constructed style sheets, which neither the page's styles nor its Content-Security-Policy
 * reach.
 *
 * @param onClose called if the buyer closes the window, by its button, Escape or the browser's back button, and the
 * checkout page does not react; the window stays until `close()`
 */
export function openOverlay(language: Language, onClose: () => void): Overlay {
  const { title, close, wait: waiting, notOpening, openHere } = texts[language];
  let exchange: Exchange | undefined;
  let isReady = false;
  const closing = () => {
    // The page decides what closing means, and reports it; a page that does not react is gone.
    if (isReady) exchange?.close(onClose);
    else onClose();
  };
  const button = element("button", { type: "button", textContent: "×", ariaLabel: close, onclick: closing });
  const onBusy = (busy: boolean) => (button.ariaDisabled = String(busy));
  const note = element("p", { role: "status" });
  const body = element("section", {}, [note]);
  const oncancel = (event: Event) => {
    event.preventDefault();
    closing();
  };
  // Browsers close a dialog at the second Escape even if the first was prevented, unless they don't get the key.
  const onkeydown = (event: KeyboardEvent) => {
    if (event.key === "Escape") oncancel(event);
  };
  const inside = keepFocusInside(body, button);
  const dialog = element("dialog", { lang: language, ariaLabel: title, oncancel, onkeydown }, inside);
  const { host, root } = mountInShadowRoot(dialog);
  const unlockScrolling = lockScrolling();
  let endShow = () => {};
  const wait = () => {
    endShow();
    isReady = false;
    body.replaceChildren(note);
    note.textContent = waiting;
    onBusy(false);
    button.focus();
  };
  dialog.showModal();
  wait();
  const backButton = watchBackButton(closing);
  return {
    show: (checkoutUrl, { onLeave, onEnd, onOpenWindow }) => {
      const frame = element("iframe", { src: checkoutUrl, title, allow: "payment" });
      const link = element("a", { href: checkoutUrl, target: "_top", textContent: openHere });
      const timer = setTimeout(() => note.replaceChildren(notOpening, link), loadTimeoutMs);
      const onReady = () => {
        isReady = true;
        clearTimeout(timer);
        note.replaceChildren();
        if (root.activeElement === button) frame.focus();
      };
      exchange = exchangeMessages(frame, { onReady, onLeave, onClose: onEnd, onBusy, onOpenWindow });
      endShow = () => {
        clearTimeout(timer);
        exchange?.stop();
      };
      body.append(frame);
    },
    wait,
    leave: (url) => {
      isReady = false; // From here on closing takes the payment back.
      exchange?.left();
      backButton.leave(url);
    },
    close: () => {
      endShow();
      dialog.close(); // It restores the focus.
      host.remove();
      unlockScrolling();
      return backButton.release();
    },
  };
}

/** The focus wraps around at both ends. */
function keepFocusInside(body: HTMLElement, button: HTMLElement): readonly HTMLElement[] {
  const before = element("i", { tabIndex: 0, onfocus: () => button.focus() });
  const onfocus = () => (body.querySelector<HTMLElement>("a,iframe") ?? button).focus();
  return [before, body, button, element("i", { tabIndex: 0, onfocus })];
}

/** Puts the window where the page's styles, shortcuts and focus traps don't reach it. */
function mountInShadowRoot(dialog: HTMLDialogElement) {
  const host = document.createElement("wonflow-checkout");
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [styleSheet(overlayStyle)];
  root.append(dialog);
  for (const type of ["keydown", "keyup", "focusin"]) host.addEventListener(type, (event) => event.stopPropagation());
  document.documentElement.append(host);
  return { host, root };
}
