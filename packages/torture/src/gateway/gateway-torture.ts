import { niceFaultKinds } from "@wonflow/nice-emulator";

import { runGatewayRound, type GatewayPlan, type GatewayReport } from "./gateway-round.ts";

type Wanted = Pick<GatewayPlan, "seed" | "payments" | "faults" | "signal">;

/** Correctly signed answers about another payment: no real gateway sends them, and no look-up could detect them. */
const lies: ReadonlySet<string> = new Set(["other-amount", "other-order", "other-reasons"]);
const kinds = niceFaultKinds.filter((kind) => !lies.has(kind));

/** Late calls take effect up to 30 seconds later; the service waits for 40 seconds, until no work is left. */
export function tortureGateway(wanted: Wanted): Promise<GatewayReport> {
  return runGatewayRound({
    ...wanted,
    kinds,
    latestSeconds: 30,
    settlesSeconds: 40,
    killsWithinMs: 4_000,
    waits: true,
  });
}

/** The same in seconds: calls are at most two seconds late, and a moved clock finishes the work. */
export function tortureGatewayShortly(wanted: Wanted): Promise<GatewayReport> {
  return runGatewayRound({
    ...wanted,
    latestSeconds: 2,
    settlesSeconds: 4,
    killsWithinMs: 1_000,
    waits: false,
  });
}

/** A gateway that does not answer for a while, and works otherwise. */
export function silenceGateway(
  { seed, payments, signal }: Omit<Wanted, "faults">,
  silentSeconds: number,
): Promise<GatewayReport> {
  return runGatewayRound({
    seed,
    payments,
    signal,
    faults: 0,
    silentSeconds,
    latestSeconds: 1,
    settlesSeconds: 4,
    killsWithinMs: 0,
    waits: false,
  });
}

/** A gateway that charges one payment twice and refunds another on its own, without other faults. */
export function controlGateway({ seed, signal }: Pick<Wanted, "seed" | "signal">): Promise<GatewayReport> {
  return runGatewayRound({
    seed: `${seed}-control`,
    payments: 20,
    faults: 0,
    latestSeconds: 1,
    settlesSeconds: 1,
    killsWithinMs: 0,
    waits: false,
    isControl: true,
    signal,
  });
}

/** Whether both were found; a payment of two cards has one of them charged again. */
export function isControlCaught({ differences }: GatewayReport): boolean {
  const found = (pattern: RegExp) => differences.some((difference) => pattern.test(difference));
  return (
    found(/^.* of 10000, and the gateway approved (?:10000 and 10000|5000 and 5000 and 5000)$/) &&
    found(/^the gateway refunded 1000 of approval-.* under no key, and we did not$/)
  );
}
