import { seededRandom } from "./random.ts";

/** docs/simulator.md says what each is. */
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

interface FaultPlanOptions {
  readonly seed: number;
  readonly ratesAt: (place: string) => FaultRates;
  readonly only?: ReadonlySet<string> | undefined;
}

export type FaultPlan = ReturnType<typeof planFaults>;

export function planFaults({ seed, ratesAt, only }: FaultPlanOptions) {
  const happened: string[] = [];
  let ended = false;
  return {
    /**
     * A place is named after the caller, the call and its count, such as `P1.cards.approve#2`. Its fault depends on the
     * seed and that name alone.
     */
    at(place: string, possible: readonly FaultKind[]): Fault | undefined {
      if (ended || (only !== undefined && !only.has(place))) return undefined;
      const random = seededRandom(seed, `fault ${place}`);
      const rates = ratesAt(place);
      const kind = possible.find((each) => random.chance(rates[each]));
      if (kind === undefined) return undefined;
      happened.push(place);
      return { kind, side: random.chance(0.5) ? 1 : 0, extent: random.below(1000) / 1000 };
    },
    end(): void {
      ended = true;
    },
    happened: (): readonly string[] => happened,
  };
}
