const mark = "wonflowCheckout";

/** How long the browser may take to go back before the caller continues without it. */
const backTimeoutMs = 500;

/** The browser's back button while the window is open. */
export interface BackButton {
  /** Leaves for another page, which replaces the window's history entry. */
  leave(url: string): void;
  /** Removes the window's entry. Resolves when the page is at its own entry again. */
  release(): Promise<void>;
}

/**
 * Adds a history entry for the window, so that a phone's back button closes the window and the shop's page stays. The
 * entry copies the page's own state, for routers that read it.
 *
 * @param onBack called when the buyer goes back; the window stays until it is closed
 */
export function watchBackButton(onBack: () => void): BackButton {
  // A reloaded page may be at the entry of an earlier window.
  const id = `${Date.now()}.${Math.random()}`;
  const isOurs = () => (history.state as { readonly [mark]?: unknown } | null)?.[mark] === id;
  const push = () => {
    try {
      history.pushState({ ...(history.state as object | null), [mark]: id }, "");
    } catch {
      // A sandboxed page has no history, and Safari's may be full for a while.
    }
  };
  let released: (() => void) | undefined;
  const onPopState = () => {
    if (released !== undefined) return released();
    if (isOurs()) return;
    push();
    onBack();
  };
  push();
  window.addEventListener("popstate", onPopState);
  const stop = () => window.removeEventListener("popstate", onPopState);
  return {
    leave: (url) => (isOurs() ? location.replace(url) : location.assign(url)),
    release: () =>
      new Promise<void>((resolve) => {
        released = () => {
          stop();
          resolve();
        };
        if (!isOurs()) return released();
        setTimeout(released, backTimeoutMs);
        history.back();
      }),
  };
}
