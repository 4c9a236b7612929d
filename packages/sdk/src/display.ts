/** Where a checkout opens: above the page, in place of it, or by the device. */
export type Display = "auto" | "overlay" | "redirect";

/** On a phone an overlay has too little room, and the keyboard covers it. */
function onPhone(): boolean {
  const { userAgentData, userAgent } = navigator as Navigator & {
    readonly userAgentData?: { readonly mobile: boolean };
  };
  return userAgentData?.mobile ?? /Mobi/i.test(userAgent);
}

/**
 * Where this checkout opens. Browsers without constructable style sheets (before 2023) get a redirect, because a
 * Content-Security-Policy could block the window's styles there.
 *
 * Undefined if it can't open: in a frame, on a phone or with a redirect.
 */
export function chooseDisplay(wanted: Display): Exclude<Display, "auto"> | undefined {
  const phone = onPhone();
  const overlay = "adoptedStyleSheets" in document && (wanted === "overlay" || (wanted === "auto" && !phone));
  if (window.top !== window.self && (phone || !overlay)) return undefined;
  return overlay ? "overlay" : "redirect";
}
