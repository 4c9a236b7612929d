import { duration, look, well, wrong, type Finding } from "./finding.ts";

/** How far two clocks may be apart before somebody should look, and before links and signatures go wrong. */
const toLookMs = 2_000;
const harmfulMs = 60_000;

interface OtherClock {
  /** Whose clock it is. */
  readonly of: string;
  /** What it showed, and between which moments of ours; all in milliseconds since 1970. */
  readonly now: number;
  readonly asked: number;
  readonly answered: number;
}

/** How far another clock is from this machine's. */
export function checkSkew(check: string, { of, now, asked, answered }: OtherClock): Finding {
  const ahead = now < asked ? now - asked : Math.max(0, now - answered);
  const apart = Math.abs(ahead);
  if (apart <= toLookMs) return well(check, `this machine and ${of} agree`);
  const found = `this machine is ${duration(apart)} ${ahead < 0 ? "ahead of" : "behind"} ${of}`;
  const action = "have both take the time from the network (NTP)";
  return apart < harmfulMs ? look(check, found, action) : wrong(check, found, action);
}
