import type { GatewayPromises } from "@wonflow/core";
import type { SandboxPromises } from "@wonflow/sandbox";
import type { Random } from "../engine/random.ts";

const second = 1000;
const minute = 60 * second;

export interface DrawnPromises extends SandboxPromises {
  /** How much later than promised a call may still take effect, in milliseconds; 0 for a gateway that keeps its promise. */
  readonly exceededByMs: number;
}

/** Draws what a gateway promises, from the least to the most that real ones do. */
export function drawPromises(random: Random): DrawnPromises {
  const tombstones = random.chance(0.4);
  const idempotent = random.chance(0.4);
  // Without both, a call that arrives after its look-up would change the outcome.
  const settlesAtOnce = tombstones && idempotent && random.chance(0.6);
  return {
    tombstones,
    idempotent,
    settlesWithinMs: settlesAtOnce ? 0 : random.between(10 * second, 3 * minute),
    reversibleForMs: random.pick([7 * minute, 60 * minute, 60 * minute, 24 * 60 * minute]),
    storesCheckedCards: random.chance(0.6),
    dayList: false,
    exceededByMs: !settlesAtOnce && random.chance(0.1) ? 10 * minute : 0,
  };
}

/** As the port declares them. */
export function promisesOf(gateway: GatewayPromises): GatewayPromises {
  const { settlesWithinMs, reversibleForMs, storesCheckedCards, repeatsCancellations } = gateway;
  return { settlesWithinMs, reversibleForMs, storesCheckedCards, repeatsCancellations };
}

interface Sent {
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

/** A gateway that settles at once takes a call at any time: it forbids or repeats what came before. */
const laterThanAny = 3 * minute;

/** The latest time at which a call may arrive and take effect, in milliseconds since 1970. */
export function arrivesBy({ deadline }: Sent, { settlesWithinMs, exceededByMs }: DrawnPromises): number {
  return deadline + (settlesWithinMs === 0 ? laterThanAny : settlesWithinMs + exceededByMs);
}

/** Whether a call that arrives now takes effect later than promised. */
export function isBeyond({ deadline }: Sent, { settlesWithinMs }: DrawnPromises, now: number): boolean {
  return settlesWithinMs > 0 && now > deadline + settlesWithinMs;
}
