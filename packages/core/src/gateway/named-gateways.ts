import { arePlans, longestPlan } from "./plan-limits.ts";
import type { Mode } from "../engine/tenant/tenant.ts";
import type { Gateway } from "./gateway.ts";
import { gatewayNameSchema, unnamedGateway } from "../engine/attempt/sending.ts";

/** The gateways of a mode, by name. */
export type NamedGateways = ReadonlyMap<string, Gateway>;

/** One gateway, or several by name. */
export type GivenGateways = Gateway | Readonly<Record<string, Gateway>>;

function isOne(given: GivenGateways): given is Gateway {
  return typeof given["authenticate"] === "function";
}

/**
 * The gateways of a mode by name; one that was given without a name is called `default`. Throws for an
 * invalid name, unsafe timing promises, or invalid installment months.
 */
export function namedGateways(mode: Mode, given: GivenGateways | undefined): NamedGateways {
  if (given === undefined) return new Map();
  const named = Object.entries(isOne(given) ? { [unnamedGateway]: given } : given);
  for (const [name, gateway] of named) {
    const valid = gatewayNameSchema.safeParse(name);
    if (!valid.success) throw new TypeError(`the name of the gateway ${name} ${valid.error.issues[0]?.message}`);
    checkGateway(isOne(given) ? `of ${mode} mode` : `${name} of ${mode} mode`, mode, gateway);
  }
  return new Map(named);
}

function checkPlans(which: string, { installmentMonths }: Gateway): void {
  if (installmentMonths === undefined || (Array.isArray(installmentMonths) && arePlans(installmentMonths))) return;
  throw new TypeError(
    `the gateway ${which} must declare its installmentMonths from 2 to ${longestPlan}, the shortest first: ${JSON.stringify(installmentMonths)}`,
  );
}

/** A gateway whose late effects may outlive the time to undo them can't be used safely. */
function checkGateway(which: string, mode: Mode, gateway: Gateway): void {
  if (mode === "live" && gateway.sandbox) throw new Error("live mode refuses a sandbox gateway");
  const { settlesWithinMs, reversibleForMs } = gateway;
  for (const [name, promised] of Object.entries({ settlesWithinMs, reversibleForMs })) {
    if (Number.isSafeInteger(promised) && promised >= 0) continue;
    throw new TypeError(`the gateway ${which} must say its ${name}, in whole milliseconds: ${String(promised)}`);
  }
  checkPlans(which, gateway);
  if (settlesWithinMs * 2 < reversibleForMs) return;
  throw new RangeError(
    `the gateway ${which} settles within ${settlesWithinMs} ms: it must be below half of the ${reversibleForMs} ms in which an approval can be reversed`,
  );
}
