import { seededRandom } from "../engine/random.ts";
import type { GatewayName } from "./gateway.ts";

const second = 1000;
const minute = 60 * second;

/** What the windows of a run's gateways are like. */
export interface DrawnWindow {
  /** The gateways of each mode that have one. */
  readonly gateways: readonly GatewayName[];
  /** How long after its authentication a payment can be approved, in milliseconds. */
  readonly approvableForMs: number;
  /** How long a buyer may stay in it, in milliseconds. */
  readonly lastsMs: number;
  /** Whether the provider can be asked about an authentication before the approval. */
  readonly looksUp: boolean;
  /** Whether a return that has paid for an opening passes the provider's check at another one too. */
  readonly signsReplays: boolean;
  /** How many orders are paid, mostly at one merchant: what has paid for one may be brought to another. */
  readonly orders: number;
}

/** One run of five: neither one with back offices nor one with stored cards. */
export function hasWindows(seed: number): boolean {
  return seed % 5 === 4;
}

/** Null in four of five runs, which are the same as if there were no windows. */
export function windowBySeed(seed: number): DrawnWindow | null {
  const random = seededRandom(seed, "windows of the gateways");
  if (!hasWindows(seed)) return null;
  return {
    gateways: random.chance(0.7) ? ["default", "second"] : ["default"],
    approvableForMs: random.pick([20 * second, minute, 10 * minute, 10 * minute]),
    lastsMs: random.pick([20 * second, 2 * minute, 10 * minute, 60 * minute, 60 * minute]),
    looksUp: random.chance(0.7),
    signsReplays: random.chance(0.5),
    orders: random.pick([1, 2, 3, 4]),
  };
}
