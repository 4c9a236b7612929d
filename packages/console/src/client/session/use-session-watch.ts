import { useEffect } from "preact/hooks";
import { watchSession } from "./session.ts";

const everyMs = 5_000;

/** Follows what other tabs and other people do with the session, as long as this tab is visible. */
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
