import { niceFaultKinds } from "@wonflow/nice-emulator";

import { runGatewayRound, type GatewayPlan, type GatewayReport } from "./gateway-round.ts";

type Wanted = Pick<GatewayPlan, "seed" | "payments" | "faults" | "signal">;

/** Answers about something else, rightly signed, are no gateway's fault, and no look-up could tell them. */
const lies: ReadonlySet<string> = new Set(["other-amount", "other-order", "other-reasons"]);
const kinds = niceFaultKinds.filter((kind) => !lies.has(kind));

/** Calls that are late take effect up to 30 seconds later; the service settles within 40, and all comes to rest. */
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

/** The same in seconds: calls are late by two at most, and the processes' rest is done with a clock that is moved. */
export function tortureGatewayShortly(wanted: Wanted): Promise<GatewayReport> {
  return runGatewayRound({
    ...wanted,
    latestSeconds: 2,
    settlesSeconds: 4,
    killsWithinMs: 1_000,
    waits: false,
  });
}

/** A gateway that is silent for a time, and otherwise does all it is asked. */
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

/** A gateway that charges one payment twice, and gives back by itself. Nothing else is wrong. */
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
    found(/^the gateway gave back 1000 of approval-.* under no key, and we did not$/)
  );
}
