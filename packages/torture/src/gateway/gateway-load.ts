import type { Acknowledged } from "../acknowledged.ts";
import { chanceBy, type Chance } from "../chance.ts";
import { keepBusy, type Market } from "../clients.ts";
import { killServices, type Victims } from "../disturb.ts";
import { payingHabits } from "../habits.ts";
import { cardEntry, type Cards, type Prepared } from "../prepared.ts";
import { anyOf } from "../round.ts";
import { payInWindow, type Tally } from "./window-buyer.ts";

export interface Load {
  readonly seed: string;
  /** How many payments clients start, at least. */
  readonly payments: number;
  /** The longest time between two kills of a process; 0 kills none. */
  readonly killsWithinMs: number;
  readonly signal?: AbortSignal | undefined;
}

const clients = 12;

const good = cardEntry("9410110000000001");

/** The gateway's other test cards, by their outcome. */
const otherCards = {
  approved: ["9410410000000001", "9410510000000001", "9410610000000001", "9410310000000001"],
  ofUnknownCompany: ["9410990000000001"],
  wrongPassword: ["9490000000000013"],
  overLimit: ["9490000000000101"],
  approvedWithAnOddAnswer: ["9490000000000999"],
};

const cards: Cards = {
  typed: [good, ...Object.values(otherCards).flat().map(cardEntry)],
  stored: [good, good, ...otherCards.overLimit.map(cardEntry)],
};

interface Busy {
  readonly kills: number;
  /** What buyers in the window did. */
  readonly ways: Tally;
}

/** Clients buy until there are enough payments, half of them in the window, while processes are killed. */
export async function keepGatewayBusy(
  { seed, payments, killsWithinMs, signal }: Load,
  { services, shops }: { readonly services: Victims["services"]; readonly shops: Prepared["shops"] },
  acknowledged: Acknowledged,
): Promise<Busy> {
  const ways: Tally = new Map();
  const inWindow = payInWindow(ways);
  const market: Market = {
    shops,
    cards,
    habits: [inWindow, ...payingHabits.flatMap((habit) => [habit, inWindow])],
    leavesOpen: 0.3,
    acknowledged,
    isOver: () => acknowledged.counts.orders >= payments || signal?.aborted === true,
    anyUrl: (chance: Chance) => anyOf(services, chance),
  };
  let isOver = false;
  const busy = Array.from({ length: clients }, (_, n) =>
    keepBusy(market, chanceBy(`${seed} client ${n}`), `${seed}-${n}`),
  );
  const over = Promise.all(busy).finally(() => (isOver = true));
  const chance = chanceBy(`${seed} disturbances`);
  const killed = { victims: services, mostMs: killsWithinMs, isOver: () => isOver };
  const killing = killsWithinMs === 0 ? 0 : killServices(services, chance, killed);
  const [kills] = await Promise.all([killing, over]);
  return { kills, ways };
}
