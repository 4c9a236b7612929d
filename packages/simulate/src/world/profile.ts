import { type BankHolidays, type Settings } from "@wonflow/core";
import { defaultSettings } from "@wonflow/core/internal";
import { testHolidays } from "@wonflow/testkit";
import { faultKinds, type FaultKind, type FaultRates } from "../engine/faults.ts";
import { seededRandom, type Random } from "../engine/random.ts";
import { windowBySeed, type DrawnWindow } from "../ports/drawn-window.ts";

const second = 1000;
const minute = 60 * second;

/** Each run leaves out most faults and has many of the others. */
export interface Profile {
  readonly processes: number;
  readonly clients: number;
  readonly orders: number;
  readonly paceMs: number;
  readonly rates: FaultRates;
  readonly gatewayRates: FaultRates;
  /** In four of five runs none. */
  readonly backOffices: number;
  /** In four of five runs none. */
  readonly chargingServers: number;
  /** In four of five runs no gateway has one. */
  readonly window: DrawnWindow | null;
  readonly bankRates: FaultRates;
  readonly latestMs: number;
  readonly restMs: number;
  readonly clientTimeoutMs: number;
  /** The share of checkouts that carry the payer's identity data. */
  readonly identified: number;
  readonly settings: Settings;
  readonly holidays: BankHolidays;
}

/** A process that stops, a clock that jumps: rare, or nothing else would ever happen. */
const mostOften: Readonly<Record<FaultKind, number>> = {
  "fail-before": 0.12,
  "fail-after": 0.12,
  late: 0.15,
  twice: 0.15,
  mismatch: 0.15,
  lie: 0.1,
  refused: 0.3,
  sleep: 0.06,
  outage: 0.2,
  conflict: 0.2,
  stop: 0.02,
  jump: 0.1,
  pause: 0.1,
};

function ratesOf(random: Random): FaultRates {
  const withoutFaults = random.chance(0.05);
  const rate = (kind: FaultKind) => {
    if (withoutFaults || random.chance(kind === "outage" ? 0.95 : 0.45)) return 0;
    return mostOften[kind] * (kind === "outage" ? 1 : random.pick([0.1, 0.3, 1]));
  };
  return Object.fromEntries(faultKinds.map((kind) => [kind, rate(kind)])) as FaultRates;
}

const badDay: Partial<FaultRates> = {
  "fail-before": 0.15,
  "fail-after": 0.15,
  late: 0.15,
  twice: 0.1,
  mismatch: 0.15,
  lie: 0.25,
  refused: 0.5,
  sleep: 0.3,
};

/** The run begins on Friday the 20th. */
const nextDays = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-30", "2026-12-01"];

function holidaysOf(random: Random): BankHolidays {
  return testHolidays(...nextDays.filter(() => random.chance(0.15)));
}

/** One run of twenty. */
export function purgesIn(seed: number): boolean {
  return seed % 20 === 17;
}

/** Shorter than a run, or without limit. */
function lifetimesOf(seed: number) {
  const retention = seededRandom(seed, "retention");
  const lifetime = () => (purgesIn(seed) ? retention.pick([minute, 60 * minute, 24 * 60 * minute]) : null);
  return {
    deliveredWebhookLifetimeMs: lifetime(),
    paidIdentityLifetimeMs: lifetime(),
    unpaidIdentityLifetimeMs: lifetime(),
  };
}

export function profileOf(seed: number): Profile {
  const random = seededRandom(seed, "profile");
  const requestDeadlineMs = random.pick([3 * second, 10 * second, 30 * second]);
  const sessionLifetimeMs = random.pick([1 * minute, 3 * minute, 3 * minute, 10 * minute]);
  const confirmWindowMs = random.pick([20 * second, 1 * minute, 3 * minute]);
  const rates = ratesOf(random);
  const isBadDay = random.chance(0.35);
  const processes = random.between(isBadDay ? 2 : 1, 3);
  const clients = random.between(isBadDay ? 3 : 1, 5);
  // A separate stream, so that runs without payouts stay unchanged.
  const payouts = seededRandom(seed, "payouts");
  const backOffices = seed % 5 === 3 ? payouts.pick([1, 2, 2, 3]) : 0;
  // The same for stored cards, in the fifth of runs that finds the fewest planted bugs.
  const charges = seededRandom(seed, "charges");
  const chargingServers = seed % 5 === 0 ? charges.pick([1, 2, 2, 3]) : 0;
  const window = windowBySeed(seed);
  const orders = random.pick(isBadDay ? [2, 3, 4] : [1, 1, 1, 2, 2, 3]);
  return {
    // With several processes, one looks up what another did not learn.
    processes,
    clients: backOffices + chargingServers > 0 ? Math.min(clients, 2) : clients,
    orders: window?.orders ?? orders,
    paceMs: random.pick([0, 3, 20, 100, 400]),
    rates,
    gatewayRates: isBadDay ? { ...rates, ...badDay } : rates,
    backOffices,
    chargingServers,
    window,
    bankRates: payouts.chance(0.4) ? { ...rates, ...badDay, refused: 0.2, lie: 0.15 } : rates,
    latestMs: random.pick([second, requestDeadlineMs, 3 * requestDeadlineMs]),
    restMs: random.pick([10 * second, 20 * second, 40 * second]),
    clientTimeoutMs: random.pick([5 * second, requestDeadlineMs + second, 2 * requestDeadlineMs]),
    identified: purgesIn(seed) ? 0.7 : 0.1,
    settings: {
      ...defaultSettings,
      checkoutUrl: "https://pay.example/checkout",
      windowUrl: "https://script.example",
      documentationKeys: true,
      sessionLifetimeMs,
      confirmWindowMs,
      requestDeadlineMs,
      flagAfterMs: random.pick([30 * second, 10 * minute]),
      idempotencyLifetimeMs: random.pick([20 * second, 2 * minute, 24 * 60 * minute]),
      ...lifetimesOf(seed),
      settlementLines: random.pick([1, 2, 1000]),
      payoutFlagAfterMs: payouts.pick([60 * minute, 24 * 60 * minute]),
      payoutSubmissions: payouts.pick([1, 3, 20]),
    },
    holidays: holidaysOf(random),
  };
}

export function ratesAt({ rates, gatewayRates, bankRates }: Profile, place: string): FaultRates {
  // An outage is to begin while a payment is under way.
  if (place.includes("cards.authenticate")) return { ...gatewayRates, outage: 0 };
  // A server that gets no key charges nothing.
  if (place.includes("cards.issueToken")) return rates;
  // As few buyers would come to a window.
  if (place.includes("cards.begin")) return rates;
  if (place.includes("cards.")) return gatewayRates;
  if (place.includes("bank.")) return bankRates;
  return place.includes("claimDue") ? { ...rates, sleep: 5 * rates.sleep } : rates;
}
