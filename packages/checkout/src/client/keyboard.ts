/** Keeps the pay button above a phone's keyboard, in browsers that lay the keyboard over the page in place of shrinking it. */
export function keepAboveKeyboard(): void {
  const { visualViewport } = window;
  const measure = () => {
    if (visualViewport === null) return;
    // The keyboard does not cover a zoomed page.
    const covered =
      visualViewport.scale > 1 ? 0 : window.innerHeight - visualViewport.height - visualViewport.offsetTop;
    document.documentElement.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
  };
  visualViewport?.addEventListener("resize", measure);
  visualViewport?.addEventListener("scroll", measure);
}
