import { readSession } from "./session-calls.ts";

const everyMs = 1_500;

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
