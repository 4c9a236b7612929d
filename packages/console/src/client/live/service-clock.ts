import { useEffect } from "preact/hooks";
import { call } from "../call/call.ts";
import { learnServiceTime } from "../time/seoul.ts";

/** In development the service's clock may be moved, so its time is asked for again and again. */
export function useServiceClock(): void {
  useEffect(() => {
    if (document.body.dataset["development"] === undefined) return;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await call<{ readonly now: string }>("GET", "development/clock");
      if (answer.ok) learnServiceTime(Date.parse(answer.value.now));
    };
    void ask();
    const timer = setInterval(() => void ask(), 2_000);
    return () => clearInterval(timer);
  }, []);
}
