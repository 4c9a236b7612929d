import { cancel, notify } from "./paying.ts";
import { readSession } from "./session-calls.ts";

const everyMs = 1_500;

/** Survives the reload that shows the card's answer. */
const leavesAfterwards = "leavesAfterwards";

/** Polls while a card is checked that was sent before this page was loaded. */
export function waitForCard(): void {
  const look = async () => {
    const seen = await readSession();
    const isOver = seen.kind === "closed" || (seen.kind === "value" && seen.value.checking !== true);
    // Only the service renders the page that follows.
    if (isOver) window.location.reload();
    else setTimeout(() => void look(), everyMs);
  };
  setTimeout(() => void look(), everyMs);
}

/** Keeps the buyer's wish to leave until the card is answered. */
export function leaveAfterwards(): void {
  window.history.replaceState(leavesAfterwards, "");
  notify("askLater");
}

/** Leaves, if the buyer has asked for it while the card was checked, and the card was refused. */
export function leaveIfAsked(): void {
  if (window.history.state !== leavesAfterwards) return;
  window.history.replaceState(null, "");
  void cancel();
}
