import { duration, look, well, wrong, type Finding } from "./finding.ts";

/** A difference of two clocks that is worth a look, and one that breaks links and signatures. */
const toLookMs = 2_000;
const harmfulMs = 60_000;

interface OtherClock {
  readonly of: string;
  /** The clock's time, and our times before and after asking; milliseconds since 1970. */
  readonly now: number;
  readonly asked: number;
  readonly answered: number;
}

export function checkSkew(check: string, { of, now, asked, answered }: OtherClock): Finding {
  const ahead = now < asked ? now - asked : Math.max(0, now - answered);
  const apart = Math.abs(ahead);
  if (apart <= toLookMs) return well(check, `this machine and ${of} agree`);
  const found = `this machine is ${duration(apart)} ${ahead < 0 ? "ahead of" : "behind"} ${of}`;
  const action = "have both take the time from the gateway (NTP)";
  return apart < harmfulMs ? look(check, found, action) : wrong(check, found, action);
}
