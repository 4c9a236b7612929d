import { silentLogger, systemClock } from "wonflow";

import { serveMarketplace } from "../src/serve.ts";

/** A marketplace in memory, whose clock begins on Monday, 23 November 2026, at 15:00 in Seoul. */
export function serveInNovember(): ReturnType<typeof serveMarketplace> {
  const ahead = Date.parse("2026-11-23T15:00:00+09:00") - systemClock.now();
  const machine = { ...systemClock, now: () => systemClock.now() + ahead };
  return serveMarketplace({ port: 0, machine, logger: silentLogger });
}

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const desk = { viewport: { width: 1280, height: 800 } };
