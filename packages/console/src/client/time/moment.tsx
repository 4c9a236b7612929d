import { momentText, dayOf, serviceNow } from "./seoul.ts";
import { useEffect, useState } from "preact/hooks";

interface MomentProps {
  readonly at: string;
  readonly seconds?: boolean;
}

/** A time in Seoul, in the form for readers. */
export function Moment({ at, seconds = false }: MomentProps) {
  return <time dateTime={at}>{momentText(at, { seconds })}</time>;
}

/** Today in Seoul by the service's time, also on a page that is open over midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(serviceNow()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(serviceNow())), 1_000);
    return () => clearInterval(timer);
  }, []);
  return today;
}
