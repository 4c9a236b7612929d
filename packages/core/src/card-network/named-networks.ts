import { arePlans, longestPlan } from "./plan-limits.ts";
import type { Mode } from "../tenant/tenant.ts";
import type { CardNetwork } from "./card-network.ts";
import { networkNameSchema, unnamedNetwork } from "./route.ts";

/** The card networks of a mode, by name. */
export type NamedCardNetworks = ReadonlyMap<string, CardNetwork>;

/** One card network, or several by name. */
export type GivenCardNetworks = CardNetwork | Readonly<Record<string, CardNetwork>>;

function isOne(given: GivenCardNetworks): given is CardNetwork {
  return typeof given["authenticate"] === "function";
}

/**
 * The card networks of a mode by name; one that was given without a name is called `default`. Throws where a name is
 * none, a network's promises can't be kept, or its months are none.
 */
export function namedCardNetworks(mode: Mode, given: GivenCardNetworks | undefined): NamedCardNetworks {
  if (given === undefined) return new Map();
  const named = Object.entries(isOne(given) ? { [unnamedNetwork]: given } : given);
  for (const [name, network] of named) {
    const valid = networkNameSchema.safeParse(name);
    if (!valid.success) throw new TypeError(`the name of the card network ${name} ${valid.error.issues[0]?.message}`);
    checkNetwork(isOne(given) ? `of ${mode} mode` : `${name} of ${mode} mode`, mode, network);
  }
  return new Map(named);
}

function checkPlans(which: string, { installmentMonths }: CardNetwork): void {
  if (installmentMonths === undefined || (Array.isArray(installmentMonths) && arePlans(installmentMonths))) return;
  throw new TypeError(
    `the card network ${which} must declare its installmentMonths from 2 to ${longestPlan}, the shortest first: ${JSON.stringify(installmentMonths)}`,
  );
}

/** A network whose late effects may outlive the time to undo them can't be used safely. */
function checkNetwork(which: string, mode: Mode, network: CardNetwork): void {
  if (mode === "live" && network.sandbox) throw new Error("live mode refuses a sandbox card network");
  const { settlesWithinMs, reversibleForMs } = network;
  for (const [name, promised] of Object.entries({ settlesWithinMs, reversibleForMs })) {
    if (Number.isSafeInteger(promised) && promised >= 0) continue;
    throw new TypeError(`the card network ${which} must say its ${name}, in whole milliseconds: ${String(promised)}`);
  }
  checkPlans(which, network);
  if (settlesWithinMs * 2 < reversibleForMs) return;
  throw new RangeError(
    `the card network ${which} settles within ${settlesWithinMs} ms: it must be below half of the ${reversibleForMs} ms in which an approval can be reversed`,
  );
}
