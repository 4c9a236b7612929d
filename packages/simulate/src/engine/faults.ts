import { seededRandom } from "./random.ts";

/**
 * What can go wrong with a call.
 *
 * - `fail-before`: it breaks before it took effect
 * - `fail-after`: it takes effect, and the answer is lost
 * - `late`: it arrives late, or is answered late
 * - `twice`: it arrives twice, and one of the answers comes back
 * - `mismatch`: it takes effect, and the answer is one that does not match
 * - `lie`: it never arrives, and the answer is one that does not match
 * - `refused`: the provider refuses, once or because the approval was canceled before
 * - `sleep`: it is answered, and the caller stands still with the answer in its hand
 * - `outage`: it breaks, and so does every call there for a long time
 * - `conflict`: a store says that a guard failed which did not
 * - `stop`: the calling process stops there, before the call took effect or after it
 *
 * And what can go wrong with the world:
 *
 * - `jump`: the clock jumps forward
 * - `pause`: a process stands still for a while, as a virtual machine that is moved
 */
export const faultKinds = [
  "fail-before",
  "fail-after",
  "late",
  "twice",
  "mismatch",
  "lie",
  "refused",
  "sleep",
  "outage",
  "conflict",
  "stop",
  "jump",
  "pause",
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** From 0 to 1. */
export type FaultRates = Readonly<Record<FaultKind, number>>;

export interface Fault {
  readonly kind: FaultKind;
  /** Decides between the forms of a kind: before or after the effect, the first answer or the second. */
  readonly side: 0 | 1;
  /** From 0 to below 1: how long, within the bounds of the kind. */
  readonly extent: number;
}

export interface FaultPlanOptions {
  readonly seed: number;
  readonly ratesAt: (place: string) => FaultRates;
  readonly only?: ReadonlySet<string> | undefined;
}

export interface FaultPlan {
  /**
   * A place is named after the caller, the call and its count, such as `P1.cards.approve#2`. Its fault depends on the
   * seed and that name alone.
   */
  at(place: string, possible: readonly FaultKind[]): Fault | undefined;
  end(): void;
  happened(): readonly string[];
}

export function planFaults({ seed, ratesAt, only }: FaultPlanOptions): FaultPlan {
  const happened: string[] = [];
  let ended = false;
  return {
    at(place, possible) {
      if (ended || (only !== undefined && !only.has(place))) return undefined;
      const random = seededRandom(seed, `fault ${place}`);
      const rates = ratesAt(place);
      const kind = possible.find((each) => random.chance(rates[each]));
      if (kind === undefined) return undefined;
      happened.push(place);
      return { kind, side: random.chance(0.5) ? 1 : 0, extent: random.below(1000) / 1000 };
    },
    end() {
      ended = true;
    },
    happened: () => happened,
  };
}
