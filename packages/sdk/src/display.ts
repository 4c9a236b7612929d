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
 * Where this checkout opens. A browser without style sheets made by scripts (before 2023) gets a redirect,
 * since there the window could not be drawn under a Content-Security-Policy.
 *
 * Answers undefined where it cannot open: inside a frame, when the page would have to navigate, or on a phone.
 */
export function chooseDisplay(wanted: Display): Exclude<Display, "auto"> | undefined {
  const phone = onPhone();
  const overlay = "adoptedStyleSheets" in document && (wanted === "overlay" || (wanted === "auto" && !phone));
  if (window.top !== window.self && (phone || !overlay)) return undefined;
  return overlay ? "overlay" : "redirect";
}
