import { readSession } from "./session-calls.ts";

const everyMs = 1_500;

/** A card is being checked, which was sent before this page was loaded: looks again until its answer is there. */
export function waitForCard(): void {
  const look = async () => {
    const seen = await readSession();
    const isOver = seen.kind === "closed" || (seen.kind === "value" && seen.value.checking !== true);
    // Only the service's own page knows what to show then.
    if (isOver) window.location.reload();
    else setTimeout(() => void look(), everyMs);
  };
  setTimeout(() => void look(), everyMs);
}
