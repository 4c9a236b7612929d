import { readSession } from "./session-calls.ts";

const everyMs = 1_500;

/** A card is being checked, which was sent before this page was loaded: looks again until its answer is there. */
export function waitForCard(): void {
  const look = async () => {
    const seen = await readSession();
    const isStillChecked = seen.kind === "value" && seen.value.checking === true;
    // Only the service's own page knows what to show then.
    if (isStillChecked || seen.kind === "lost") setTimeout(() => void look(), everyMs);
    else window.location.reload();
  };
  setTimeout(() => void look(), everyMs);
}
