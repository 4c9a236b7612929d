const mark = "wonflowCheckout";

/** How long the browser may take to go back before the caller goes on without it. */
const backTimeoutMs = 500;

/** The browser's back button while the window is open. */
export interface BackButton {
  /** Leaves for another page, which takes the place of the window's entry in the history. */
  leave(url: string): void;
  /** Removes the window's entry. Resolves when the page stands where it stood before. */
  release(): Promise<void>;
}

/**
 * Puts an entry for the window into the history, so that the back button of a phone closes the window and leaves the
 * shop's page alone. Whatever the page keeps in its entry is kept in ours too, for routers that read it.
 *
 * @param onBack called when the buyer goes back; the window stays until it is closed
 */
export function watchBackButton(onBack: () => void): BackButton {
  // A page that was loaded anew may stand in the entry of an earlier window.
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
  const hear = () => {
    if (released !== undefined) return released();
    if (isOurs()) return;
    push();
    onBack();
  };
  push();
  window.addEventListener("popstate", hear);
  const stop = () => window.removeEventListener("popstate", hear);
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
