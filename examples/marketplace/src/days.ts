import { tradeOf } from "./buyers.ts";
import { take, type Marketplace } from "./marketplace.ts";
import { payday } from "./payday.ts";

/** The time of each day at which buyers come, and sellers are paid: before 15:00, until when a payout is of its day. */
const hour = "14:00:00+09:00";

/**
 * Lets days pass: each day buyers come, and on Fridays sellers are paid. Between them Wonflow settles, pays out and
 * looks things up as time goes by, each at its own time. Where banks are closed on a Friday, they pay on the next
 * business day.
 *
 * Rejects where the clock can't be moved or a payday is refused.
 */
export async function passDays(market: Marketplace, days: number): Promise<void> {
  for (let passed = 0; passed < days && !market.isStopping(); passed += 1) {
    const day = nextDay(market.clock.now());
    take(await market.clock.move({ to: `${day}T${hour}` }));
    await tradeOf(market, day);
    if (isFriday(day)) take(await payday(market));
  }
}

/** The first day whose hour is still to come: after a crash on the way to a day, that day. */
function nextDay(now: number): string {
  const today = dayInSeoul(now);
  return now < Date.parse(`${today}T${hour}`) ? today : dayInSeoul(now + 86_400_000);
}

/** `YYYY-MM-DD`. */
function dayInSeoul(at: number): string {
  return new Date(at).toLocaleDateString("sv-SE", { timeZone: "Asia/Seoul" });
}

function isFriday(day: string): boolean {
  return new Date(day).getUTCDay() === 5;
}
