import { runGatewayRound, type GatewayPlan, type GatewayReport } from "./gateway-round.ts";

type Wanted = Pick<GatewayPlan, "seed" | "payments" | "faults" | "signal">;

/** Calls that are late take effect up to 30 seconds later; the service settles within 40, and all comes to rest. */
export function tortureGateway(wanted: Wanted): Promise<GatewayReport> {
  return runGatewayRound({
    ...wanted,
    latestSeconds: 30,
    settlesSeconds: 40,
    killsWithinMs: 6_000,
    waits: true,
  });
}

/** The same in seconds: calls are late by two at most, and the processes' rest is done with a clock that is moved. */
export function tortureGatewayShortly(wanted: Wanted): Promise<GatewayReport> {
  return runGatewayRound({
    ...wanted,
    latestSeconds: 2,
    settlesSeconds: 4,
    killsWithinMs: 3_000,
    waits: false,
  });
}

/** A gateway that approves later than it promises, and gives back by itself. Nothing else is wrong. */
export function controlGateway({ seed, signal }: Pick<Wanted, "seed" | "signal">): Promise<GatewayReport> {
  return runGatewayRound({
    seed: `${seed}-control`,
    payments: 12,
    faults: 0,
    latestSeconds: 1,
    settlesSeconds: 1,
    killsWithinMs: 0,
    waits: false,
    isControl: true,
    signal,
  });
}

/** Whether the broken promises of the control were found: money without a payment, and money given back without us. */
export function isControlCaught({ differences }: GatewayReport): boolean {
  const found = (pattern: RegExp) => differences.some((difference) => pattern.test(difference));
  return (
    found(/^the card network holds 10000 of the payment .*: 0 remain by our books$/) &&
    found(/^the gateway gave back 1000 of approval\..* under no key, and we did not$/)
  );
}
