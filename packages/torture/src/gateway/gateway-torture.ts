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

/**
 * A gateway that charges one payment twice and refunds another on its own, and a service that answers “refused” to
 * approvals in the window whose answers are lost, without other faults.
 */
export function controlGateway({ seed, signal }: Pick<Wanted, "seed" | "signal">): Promise<GatewayReport> {
  return runGatewayRound({
    seed: `${seed}-control`,
    payments: 40,
    faults: 0,
    latestSeconds: 1,
    settlesSeconds: 1,
    killsWithinMs: 0,
    waits: false,
    isControl: true,
    signal,
  });
}

/** Whether all three were found; a payment of two cards has one of them charged again. */
export function isControlCaught({ differences }: GatewayReport): boolean {
  const found = (pattern: RegExp) => differences.some((difference) => pattern.test(difference));
  return (
    found(/^.* of 10000, and the gateway approved (?:10000 and 10000|5000 and 5000 and 5000)$/) &&
    found(/^the gateway refunded 1000 of approval-.* under no key, and we did not$/) &&
    found(/^the gateway holds 10000 of the payment .{21}: 0 remain in our books$/)
  );
}

const mostShown = 20;

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

/** What happened in a round with the gateway, followed by the differences. */
export function gatewayText({ seed, counts, kills, seconds, faults, statuses, ...end }: GatewayReport): string {
  const { books, withoutToken, differences, ways, notifications } = end;
  const { approvals, bids, orders } = books.gateway;
  const authenticated = orders.filter(({ tid }) => tid !== null).length;
  const inWindow = approvals.filter(({ orderId }) => orderId.startsWith("window-")).length;
  const canceled = approvals.flatMap(({ cancellations }) => cancellations).length;
  const undone = approvals.filter(({ isNetCancelled }) => isNetCancelled).length;
  const held = approvals.reduce((sum, approval) => sum + approval.held, 0);
  const expired = bids.filter(({ expired: isExpired }) => isExpired).length;
  const forKeys = bids.length - expired - withoutToken.stored;
  const more = differences.length > mostShown ? [`  - and ${differences.length - mostShown} more`] : [];
  return [
    `gateway ${seed}: ${counts.orders} payments started in ${seconds.busy} s, no work left ${seconds.rest} s later`,
    `  requests: ${counts.requests}, acknowledged ${counts.acknowledged}, unavailable ${counts.unavailable}, unanswered ${counts.unknown}`,
    `  kills of a process: ${kills}`,
    `  faults at the gateway: ${counted(faults) || "none"}`,
    `  buyers in the window: ${counted(Object.fromEntries(ways))}`,
    `  the window: ${orders.length} openings, ${authenticated} authenticated at the gateway, ${books.authentications.length} here, ${inWindow} approved`,
    `  notifications: ${counted(notifications)}`,
    `  payments: ${counted(statuses)}`,
    `  the gateway: ${approvals.length} approvals, ${undone} net-canceled; ${canceled} cancellations; ${held} won held`,
    `  cards: ${bids.length} stored, ${expired} released, ${forKeys} of billing keys, ${withoutToken.stored} with an unknown token`,
    `  ${books.flagged.length} cards with an unknown token are flagged: ${withoutToken.stored} are stored, ${withoutToken.neverStored} never arrived`,
    differences.length === 0 ? "  all books agree" : `  ${differences.length} DIFFERENCES`,
    ...differences.slice(0, mostShown).map((difference) => `  - ${difference}`),
    ...more,
  ].join("\n");
}
