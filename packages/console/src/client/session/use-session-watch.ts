import { useEffect } from "preact/hooks";
import { watchSession } from "./session.ts";

const everyMs = 5_000;

/** Follows changes of the session by other tabs and other operators, as long as this tab is visible. */
export function useSessionWatch(): void {
  useEffect(() => {
    const watch = () => {
      if (document.visibilityState === "visible") void watchSession();
    };
    const timer = setInterval(watch, everyMs);
    document.addEventListener("visibilitychange", watch);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", watch);
    };
  }, []);
}
