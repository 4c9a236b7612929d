import { useEffect, useState } from "preact/hooks";
import { dayOf, serviceNow } from "./seoul.ts";

/** Today in Seoul by the service's time, also on a page that is open over midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(serviceNow()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(serviceNow())), 1_000);
    return () => clearInterval(timer);
  }, []);
  return today;
}
